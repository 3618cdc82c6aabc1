import type { PaymentMethodId } from '../../../contract/payment-methods.ts';
import type { PaymentRow } from '../queries.ts';
import { creditsBack, notReturned } from '../rules.ts';

/** The provider cannot send money back the way it came: support does, to an account that the buyer names. */
export const refundedByHand: ReadonlySet<PaymentMethodId> = new Set(['wire_transfer', 'paysafecard']);

/** Declarations of one address in a day that are answered by mail; further ones are stored, and support sees them. */
export const mailedPerDay = 3;

type Order = Pick<PaymentRow, 'amount' | 'fee' | 'credits' | 'refunded' | 'charged_back' | 'begun_at'>;

/**
 * What a withdrawal pays back, in minor units: the unused part of the price, rounded up; everything if the buyer never
 * asked us to begin. Never more than what has not gone back yet.
 */
export function withdrawalAmount(order: Order, unused: number): number {
  const left = notReturned(order);
  if (order.begun_at === null) return left;
  return Math.min(left, Math.ceil(((order.amount + order.fee) * unused) / order.credits));
}

/**
 * How many credits a withdrawal takes: the unused ones, and where the whole price is paid back also those that paid for
 * money which the buyer had got back before. Only credits that were spent are not asked for.
 */
export function withdrawalCredits(order: Order, { left, spent }: { left: number; spent: number }): number {
  if (order.begun_at !== null) return left;
  return Math.max(left, order.credits - creditsBack(order, order.refunded + order.charged_back) - spent);
}

/**
 * What is noted on the payment, so that the refund takes no credits again when it is booked: up to which returned total
 * they are taken, and how many fewer that are than it had bought. Those are the spent ones of a purchase that is paid
 * back whole, and one at most that comes from rounding.
 */
export function withdrawnBy(order: Order, taken: number, amount: number): { withdrawn: number; waived: number } {
  const returned = order.refunded + order.charged_back;
  const withdrawn = returned + amount;
  const waived = creditsBack(order, withdrawn) - creditsBack(order, returned) - taken;
  return { withdrawn, waived: Math.max(0, waived) };
}
