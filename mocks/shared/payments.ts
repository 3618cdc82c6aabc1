import type { Amount, Fields } from './fields.ts';
import type { Delivery } from './webhooks.ts';

/**
 * The states of a payment, under Mollie's names. `open` waits for the buyer; `pending` and `authorized` wait for the
 * bank; the others are final. A refund or chargeback leaves the status at `paid` and shows in the amounts. Only the
 * control API changes a final status.
 */
export const paymentStatuses = ['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export function isUnderWay({ status }: { status: PaymentStatus }): boolean {
  return status === 'open' || status === 'pending' || status === 'authorized';
}

/** A payment of any provider, as the pay page shows it. */
export type PaymentFacts = {
  id: string;
  status: PaymentStatus;
  amount: Amount;
  /** In minor units. */
  refunded: number;
  chargedBack: number;
  /** Counts all refunds, including failed ones. */
  refunds: number;
  description: string;
  /** Mollie's name of the method; null until the buyer pays, if the shop has not named one. */
  method: string | null;
  /** Whether the buyer chooses a test card on the page. */
  takesCard: boolean;
  /** The account to which a transfer is sent, as names and values. */
  account: readonly (readonly [name: string, value: string])[];
  redirectUrl: string | null;
  /** Whether the payment has a pay page. */
  hasPage: boolean;
};

export const choices = ['pay', 'fail', 'cancel', 'open'] as const;

/** The payments of a sandbox, as its pay page and its control API see and change them. */
export type SandboxPayments<Payment> = {
  /** Undefined if the payment does not exist. */
  find(id: string): Payment | undefined;
  show(payment: Payment): PaymentFacts;
  /** The payment in the provider's own format. */
  present(payment: Payment): object;
  /** Applies the buyer's choice; a repeated one changes nothing. Returns the buyer's next URL. */
  choose(payment: Payment, choice: (typeof choices)[number], card?: string): string;
  /** Sets the status and overwrites the given fields, without a webhook. */
  change(payment: Payment, status: PaymentStatus, fields: Fields): void;
  /** Sends webhooks about a payment. Resolves after the first attempts. */
  tell(payment: Payment, webhooks: { times: number; delay: number; type: string | undefined }): Promise<Delivery[]>;
  /** These four return the changed object in the provider's own format, and send webhooks. */
  refund(payment: Payment, fields: Fields): object;
  setRefund(payment: Payment, id: string, fields: Fields): object;
  chargeBack(payment: Payment, fields: Fields): object;
  /** Reverses a chargeback as the bank does; without an id, all of the payment. */
  reverse(payment: Payment, id?: string): object | undefined;
  setMandate(id: string, fields: Fields): object;
};
