import type { Country } from '../../contract/countries.ts';
import type { Language } from '../../contract/languages.ts';

/** Money in minor units of an ISO 4217 currency. */
export interface Money {
  minor: number;
  currency: string;
}

/** Where our own payment can be found, given to the provider and expected back with every answer. */
export interface PaymentReference {
  memberId: string;
  paymentId: string;
}

export interface ProviderOrder {
  /** The provider makes at most one payment per key. */
  key: string;
  money: Money;
  /** The provider's name of the method. */
  method: string;
  description: string;
  language: Language;
  /** Where the buyer comes back to, whatever happened. */
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
  /** The hosted page where the buyer pays, while they can. */
  payPage: string | null;
  /** What went back to the buyer so far, in minor units: given back by the house, or taken back through the bank. */
  refundedMinor: number;
  chargedBackMinor: number;
}

/** A company that takes money for the house. Every call throws `ProviderFault`, and nothing else, when it fails. */
export interface PaymentProvider {
  /** Stands in the table `payments` and in the webhook's address. */
  name: string;
  /** Which of its two worlds the configured key opens. */
  mode: 'test' | 'live';
  /** Whether a text has the shape of one of its payment ids. */
  isPaymentId(text: string): boolean;
  createPayment(order: ProviderOrder): Promise<ProviderPayment>;
  /** Nothing when the provider does not know the id. */
  fetchPayment(id: string): Promise<ProviderPayment | undefined>;
  /** The provider's names of the methods that work for this amount in this country. */
  listMethods(money: Money, country: Country): Promise<string[]>;
  /** Sends money back; at most once per key. Returns the refund's id. */
  refundPayment(id: string, refund: { key: string; money: Money; description: string }): Promise<string>;
}

/**
 * What went wrong at the provider. `refused`: it understood and said no, so nothing exists there. `unknown`: no answer
 * or none that makes sense, so the call may have worked all the same and is safe to repeat only under its key.
 */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
  readonly outcome: 'refused' | 'unknown';

  constructor(outcome: 'refused' | 'unknown', message: string) {
    super(message);
    this.outcome = outcome;
  }
}
