/**
 * A payment's life. `open` waits for the buyer; `pending` and `authorized` wait for the bank; `paid`, `canceled`,
 * `expired` and `failed` are ends. A refund or a chargeback leaves the status at `paid` and shows in the amounts.
 * Nothing but the control interface moves a payment out of an end.
 */
export const paymentStatuses = ['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const refundStatuses = ['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Money as the API writes it: an ISO 4217 code and a decimal string with exactly the currency's decimals. */
export type Amount = { currency: string; value: string };

export type StoredRefund = {
  id: string;
  amount: Amount;
  description: string;
  metadata: unknown;
  status: RefundStatus;
  createdAt: string;
};

export type StoredChargeback = { id: string; amount: Amount; createdAt: string };

/** The moment a payment reached its status, under the name the API gives it; empty while it is under way. */
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
  redirectUrl: string;
  cancelUrl: string | null;
  webhookUrl: string | null;
  locale: string | null;
  /** Chosen method; null until the buyer chooses on the pay page. */
  method: string | null;
  /** Methods the buyer may choose from; empty means every method of the currency. */
  offeredMethods: string[];
  metadata: unknown;
  refunds: StoredRefund[];
  chargebacks: StoredChargeback[];
};

/** What a call with an `Idempotency-Key` made, and when (milliseconds since 1970). */
export type StoredKey = { id: string; at: number };

/** Everything that survives a restart; payments in the order of their creation. */
export type SandboxState = { version: 1; payments: StoredPayment[]; keys: Record<string, StoredKey> };
