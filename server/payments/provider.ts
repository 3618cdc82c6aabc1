import type { Country } from '../../contract/platform/countries.ts';
import type { Language } from '../../contract/platform/languages.ts';

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
  /**
   * `first` stores the buyer's means of payment for later orders and needs a customer. `recurring` charges a stored one
   * without a pay page, and needs a customer and a mandate.
   */
  sequence: 'oneoff' | 'first' | 'recurring';
  /** The provider's id of the buyer. */
  customer: string | null;
  /** The provider's id of the stored card or direct debit mandate to charge. */
  mandate: string | null;
  description: string;
  language: Language;
  /** Where the buyer returns to, whatever the outcome. */
  returnUrl: string;
  webhookUrl: string;
  reference: PaymentReference;
}

/** The account and reference for a wire transfer. */
export interface TransferInstructions {
  iban: string;
  bic: string;
  holder: string;
  /** The text that the buyer writes on the transfer. */
  reference: string;
}

/** A stored card or bank account that the buyer allowed us to charge, as the provider sees it now. */
export interface ProviderMandate {
  id: string;
  state: 'valid' | 'pending' | 'invalid';
  kind: 'card' | 'direct_debit' | 'other';
  /** How the buyer recognizes it: the brand of a card or the name of a bank, and the last four digits. */
  label: string;
  lastDigits: string;
  /** Last month in which a card is valid, as YYYY-MM. */
  expires: string | null;
  /** The same for each customer who stores this card; null if the provider does not tell. */
  fingerprint: string | null;
}

export interface ProviderReversal {
  id: string;
  kind: 'refund' | 'chargeback';
  minor: number;
  /** The refund was cancelled or failed, or the bank gave the money of the chargeback back. Final. */
  undone: boolean;
}

/** A payment as the provider sees it now. */
export interface ProviderPayment {
  id: string;
  state: 'open' | 'paid' | 'failed';
  /** True if the buyer of an open payment has paid, and only their bank has not answered yet. */
  isUnderWay: boolean;
  money: Money;
  mode: 'test' | 'live';
  /** The merchant profile it belongs to. */
  profile: string;
  reference: PaymentReference | null;
  /** When the provider created it; null if unknown. */
  createdAt: Date | null;
  /** The provider's page where the buyer pays; null when they no longer can. */
  payPage: string | null;
  /** Money returned to the buyer so far, in minor units: refunded by us, or charged back through the bank. */
  refundedMinor: number;
  chargedBackMinor: number;
  /** Every refund and chargeback there ever was; null if only the two sums are known, as in a list of payments. */
  reversals: readonly ProviderReversal[] | null;
  /** The mandate that the payment created or charged. */
  mandate: string | null;
  /** The same for every payment with this card, by any member; null if the provider does not tell. */
  fingerprint: string | null;
  /** The IBAN of the account that it was paid from; null if the provider does not tell. */
  account: string | null;
  /** The country of the card or account that it was paid from; null if the provider does not tell. */
  payerCountry: string | null;
  /** The account to transfer to, for an open wire transfer. */
  transfer: TransferInstructions | null;
}

/** A webhook after its signature check: the payment it is about, if any, or why the signature is invalid. */
export type SignedNotice = { signed: true; id: string | null } | { signed: false; reason: string };

/**
 * Reads a payment with `read`. Returns undefined for an unreadable one that does not name an order of ours, because
 * other products may use the same account. Throws `ProviderFault` for one of ours that cannot be read.
 */
export function readOwn<Answer, Read>(answer: Answer, read: (answer: Answer) => Read): Read | undefined {
  try {
    return read(answer);
  } catch (error) {
    const { metadata, object, resource } = answer as {
      metadata?: { payment_id?: unknown } | null;
      object?: unknown;
      resource?: unknown;
    };
    const isPayment = object === 'checkout.session' || resource === 'payment';
    if (!(error instanceof ProviderFault) || !isPayment || metadata?.payment_id !== undefined) throw error;
    return undefined;
  }
}

/** A payment service provider. Every call that fails throws `ProviderFault` and nothing else. */
export interface PaymentProvider {
  /** Stored in the table `payments` and part of the webhook's URL. */
  name: string;
  mode: 'test' | 'live';
  /** Whether a text has the shape of one of its payment ids. */
  isPaymentId(text: string): boolean;
  /** Checks and reads a signed webhook. Missing if the provider's webhooks are unsigned forms that name the payment. */
  readSignedNotice?(body: string, signature: string, now: Date): SignedNotice;
  createPayment(order: ProviderOrder): Promise<ProviderPayment>;
  /** Undefined when the provider does not know the id. */
  fetchPayment(id: string): Promise<ProviderPayment | undefined>;
  /** Ends an unpaid payment; refused if it is too late or the method does not allow it. */
  cancelPayment(id: string): Promise<void>;
  /** The provider's names of the methods available for this amount in this country. */
  listMethods(money: Money, country: Country): Promise<string[]>;
  /** Refunds money, at most once per key. Returns the refund's id. */
  refundPayment(
    id: string,
    refund: { key: string; money: Money; description: string; reference: PaymentReference },
  ): Promise<string>;
  /** Creates a customer, at most one per key. Returns the provider's id. */
  createCustomer(customer: { key: string; memberId: string; language: Language }): Promise<string>;
  /** Deletes a customer and all its mandates; payments stay. A customer that is already gone is no fault. */
  deleteCustomer(customer: string): Promise<void>;
  /** Returns an empty list if the provider no longer has the customer. */
  listMandates(customer: string): Promise<ProviderMandate[]>;
  /** Ends a mandate; a mandate that is already gone is no fault. */
  revokeMandate(customer: string, mandate: string): Promise<void>;
  /** Whether it debits accounts of a country, given as the country code of their IBANs. */
  debitsFrom(country: string): boolean;
  /** Creates a direct debit mandate, at most one per key. */
  createDebitMandate(
    customer: string,
    debit: { key: string; iban: string; holder: string; email: string; reference: string; signedOn: Date },
  ): Promise<ProviderMandate>;
  /** The provider's payments since a time, newest first and without `reversals`, for the comparison with our books. */
  listPayments(from: Date): AsyncIterable<ProviderPayment>;
}

/**
 * A failed call to the provider. `refused`: it rejected the request, so nothing was created. `unknown`: there was no
 * response, or an unreadable one; the call may have succeeded and must only be repeated under its idempotency key.
 */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
  readonly outcome: 'refused' | 'unknown';
  /** True if it was refused because the provider no longer has the customer. */
  readonly isCustomerGone: boolean;

  constructor(outcome: 'refused' | 'unknown', message: string, isCustomerGone = false) {
    super(message);
    this.outcome = outcome;
    this.isCustomerGone = isCustomerGone;
  }
}
