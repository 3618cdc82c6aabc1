import type { Amount } from '../shared/money.ts';
/**
 * The states of a payment. `open` waits for the buyer; `pending` and `authorized` wait for the bank; `paid`,
 * `canceled`, `expired` and `failed` are final. A refund or chargeback leaves the status at `paid` and shows in the
 * amounts. Only the control API changes a final status.
 */
export const paymentStatuses = ['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const refundStatuses = ['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

export type StoredRefund = {
  id: string;
  amount: Amount;
  description: string;
  metadata: unknown;
  status: RefundStatus;
  createdAt: string;
};

export type StoredChargeback = {
  id: string;
  amount: Amount;
  createdAt: string;
  /** When the bank reversed the chargeback; null if it did not. */
  reversedAt: string | null;
  reason: BankReason | null;
};

/** A bank's reason for returning a direct debit: the code, such as `AM04`, and its meaning. */
export type BankReason = { code: string; description: string };

export const sequenceTypes = ['oneoff', 'first', 'recurring'] as const;
export type SequenceType = (typeof sequenceTypes)[number];

export type StoredCustomer = {
  id: string;
  createdAt: string;
  name: string | null;
  email: string | null;
  locale: string | null;
  metadata: unknown;
};

export const mandateStatuses = ['valid', 'pending', 'invalid'] as const;
export type MandateStatus = (typeof mandateStatuses)[number];

/** The buyer's means of payment, under the API's names. */
export type Details = Readonly<Record<string, string | null>>;

export type StoredMandate = {
  id: string;
  customerId: string;
  createdAt: string;
  status: MandateStatus;
  method: 'creditcard' | 'directdebit';
  /** Null until the first payment reveals the card. */
  details: Details | null;
  mandateReference: string | null;
  signatureDate: string | null;
  /** Reason why the next payments by the mandate fail; null if they succeed. */
  failure: string | null;
};

/** A step that happens to a payment by itself at a given time. */
export type PlannedStep = { at: string; status: PaymentStatus | 'chargeback'; reason: BankReason | null };

/** When a payment reached its final status, under the API's name for it. Empty before that. */
export type StatusMoment = Partial<Record<'paidAt' | 'canceledAt' | 'failedAt' | 'expiredAt' | 'authorizedAt', string>>;

export type StoredPayment = {
  id: string;
  mode: 'test' | 'live';
  profileId: string;
  createdAt: string;
  expiresAt: string;
  status: PaymentStatus;
  moment: StatusMoment;
  amount: Amount;
  description: string;
  redirectUrl: string | null;
  cancelUrl: string | null;
  webhookUrl: string | null;
  locale: string | null;
  /** The chosen method; null until the buyer chooses on the pay page. */
  method: string | null;
  /** Methods the buyer may choose from; empty means every method of the currency. */
  offeredMethods: string[];
  metadata: unknown;
  sequenceType: SequenceType;
  customerId: string | null;
  mandateId: string | null;
  details: Details | null;
  plan: PlannedStep[];
  refunds: StoredRefund[];
  chargebacks: StoredChargeback[];
};

/** The result of a call with an `Idempotency-Key`, and its time in milliseconds since 1970. */
export type StoredKey = { id: string; at: number };

/** Everything that survives a restart, in order of creation. */
export type SandboxState = {
  version: 1;
  payments: StoredPayment[];
  customers: StoredCustomer[];
  mandates: StoredMandate[];
  keys: Record<string, StoredKey>;
};
