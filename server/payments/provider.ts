import type { Country } from '../../contract/platform/countries.ts';
import type { Language } from '../../contract/platform/languages.ts';

/** Money in minor units of an ISO 4217 currency. */
export interface Money {
  minor: number;
  currency: string;
}

/** Identifies our payment; sent to the provider and expected back in every response. */
export interface PaymentReference {
  memberId: MemberId;
  paymentId: PaymentId;
}

export interface ProviderOrder {
  /** Idempotency key: the provider creates at most one payment per key. */
  key: string;
  money: Money;
  method: string;
  /** `first` stores the payment instrument and needs a customer; `recurring` charges it and also needs a mandate. */
  sequence: 'oneoff' | 'first' | 'recurring';
  customer: string | null;
  mandate: string | null;
  description: string;
  language: Language;
  /** The address to which the buyer returns, whatever the outcome. */
  returnUrl: string;
  webhookUrl: string;
  reference: PaymentReference;
}

interface TransferInstructions {
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
  /** The brand of a card or the name of a bank. */
  label: string;
  lastDigits: string;
  /** Last valid month of a card, as YYYY-MM. */
  expires: string | null;
  /** The same for each customer who stores this card; null if the provider does not tell. */
  fingerprint: string | null;
}

export interface ProviderReversal {
  id: string;
  kind: 'refund' | 'chargeback';
  minor: number;
  /** The refund was canceled or failed, or the bank gave the money of the chargeback back. Final. */
  undone: boolean;
  /** The key under which we asked for a refund; '' if a program did that sends none; null if somebody else did. */
  key: string | null;
}

export interface ProviderPayment {
  id: string;
  state: 'open' | 'paid' | 'failed';
  /** True if the buyer of an open payment has paid, and only their bank has not responded yet. */
  isUnderWay: boolean;
  money: Money;
  mode: 'test' | 'live';
  /** The merchant profile. */
  profile: string;
  reference: PaymentReference | null;
  createdAt: Date | null;
  /** When the buyer paid; null if they have not, and if the provider does not tell. */
  paidAt: Date | null;
  /** The URL of the pay page; null when the buyer can no longer pay. */
  payPage: string | null;
  /** Money returned to the buyer so far, in minor units: refunded by us, or charged back through the bank. */
  refundedMinor: number;
  chargedBackMinor: number;
  /** Every refund and chargeback there ever was; null if only the two sums are known, as in a list of payments. */
  reversals: readonly ProviderReversal[] | null;
  mandate: string | null;
  /** The same for every payment with this card, by any member; null if the provider does not tell. */
  fingerprint: string | null;
  /** The IBAN of the paying account; null if the provider does not tell. */
  account: string | null;
  payerCountry: string | null;
  transfer: TransferInstructions | null;
}

export type SignedWebhook = { signed: true; id: string | null } | { signed: false; reason: string };

/** A payment service provider. Every call that fails throws `ProviderFault` and nothing else. */
export interface PaymentProvider {
  /** The provider's name, stored in the table `payments` and part of the webhook's URL. */
  name: string;
  mode: 'test' | 'live';
  isPaymentId(text: string): boolean;
  /** Checks and reads a signed webhook. Missing if the provider's webhooks are unsigned forms that name the payment. */
  readSignedWebhook?(body: string, signature: string, now: Date): SignedWebhook;
  createPayment(order: ProviderOrder): Promise<ProviderPayment>;
  /** Fetches a payment; undefined when the provider does not know the id. */
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
  createCustomer(customer: { key: string; memberId: MemberId; language: Language }): Promise<string>;
  /** Deletes a customer and all its mandates; payments stay. A customer that is already gone is no fault. */
  deleteCustomer(customer: string): Promise<void>;
  /** Returns an empty list if the provider no longer has the customer. */
  listMandates(customer: string): Promise<ProviderMandate[]>;
  /** Ends a mandate; a mandate that is already gone is no fault. */
  revokeMandate(customer: string, mandate: string): Promise<void>;
  /** Whether it debits accounts of a country, given as the country code of their IBANs. */
  debitsFrom(country: string): boolean;
  /** Creates a mandate for direct debits, at most one per key. */
  createDebitMandate(
    customer: string,
    debit: { key: string; iban: string; holder: string; email: string; reference: string; signedOn: Date },
  ): Promise<ProviderMandate>;
  /** The provider's payments since a time, newest first and without `reversals`, for the comparison with our books. */
  listPayments(from: Date): AsyncIterable<ProviderPayment>;
}

/** A failed call. `refused`: nothing was created. `unknown`: it may have succeeded, so repeat it only under its key. */
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
