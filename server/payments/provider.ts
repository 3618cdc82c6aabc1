import type { Country } from '../../contract/countries.ts';
import type { Language } from '../../contract/languages.ts';

/** Money in minor units of an ISO 4217 currency. */
export interface Money {
  minor: number;
  currency: string;
}

/** Identifies our payment; sent to the provider and expected back in every answer. */
export interface PaymentReference {
  memberId: string;
  paymentId: string;
}

export interface ProviderOrder {
  /** Idempotency key: the provider creates at most one payment per key. */
  key: string;
  money: Money;
  /** The provider's name of the method. */
  method: string;
  description: string;
  language: Language;
  /** Where the buyer returns to, whatever the outcome. */
  returnUrl: string;
  webhookUrl: string;
  reference: PaymentReference;
}

/** A payment as the provider sees it now. */
export interface ProviderPayment {
  id: string;
  state: 'open' | 'paid' | 'failed';
  money: Money;
  mode: 'test' | 'live';
  /** The merchant profile it belongs to. */
  profile: string;
  reference: PaymentReference | null;
  /** The provider's page where the buyer pays; null when they no longer can. */
  payPage: string | null;
  /** What the buyer has got back so far, in minor units: refunded by us, or charged back through the bank. */
  refundedMinor: number;
  chargedBackMinor: number;
}

/** A payment service provider. Every call that fails throws `ProviderFault` and nothing else. */
export interface PaymentProvider {
  /** Stored in the table `payments` and part of the webhook's URL. */
  name: string;
  /** Whether the configured API key is a test key or a live key. */
  mode: 'test' | 'live';
  /** Whether a text has the shape of one of its payment ids. */
  isPaymentId(text: string): boolean;
  createPayment(order: ProviderOrder): Promise<ProviderPayment>;
  /** Undefined when the provider does not know the id. */
  fetchPayment(id: string): Promise<ProviderPayment | undefined>;
  /** The provider's names of the methods available for this amount in this country. */
  listMethods(money: Money, country: Country): Promise<string[]>;
  /** Refunds money, at most once per key. Returns the refund's id. */
  refundPayment(
    id: string,
    refund: { key: string; money: Money; description: string; reference: PaymentReference },
  ): Promise<string>;
}

/**
 * A failed call to the provider. `refused`: it rejected the request, so nothing was created. `unknown`: no answer, or one
 * that cannot be read; the call may have succeeded and must only be repeated under its idempotency key.
 */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
  readonly outcome: 'refused' | 'unknown';

  constructor(outcome: 'refused' | 'unknown', message: string) {
    super(message);
    this.outcome = outcome;
  }
}
