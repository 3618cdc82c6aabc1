import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import { declarationLinkDays, refundDueDays } from '../../../contract/withdrawal/limits.ts';
import { after, dayMs } from '../../platform/clock.ts';
import type { PaymentRow } from '../queries.ts';
import { computeCreditsToTakeBack, computeNotReturned } from '../rules.ts';
import type { RequestRow } from './queries.ts';

/** A matched declaration whose link stays unused this long is shown to support: somebody's right may depend on it. */
export const unconfirmedDays = 10;

/** The log warns every day from this many days before a refund or an answer is due. */
const warnedDaysBefore = 2;

/** Returns the deadline for paying back a withdrawal (directive 2011/83, article 13). */
export function refundDueAt(declaredAt: Date): Date {
  return after(declaredAt, refundDueDays * dayMs);
}

/** Returns whole days until a deadline, including the current one; 0 or less once it has passed. */
export function daysLeft(dueAt: Date, now: Date): number {
  return Math.ceil((dueAt.getTime() - now.getTime()) / dayMs);
}

export function isUrgent(dueAt: Date, now: Date): boolean {
  return daysLeft(dueAt, now) <= warnedDaysBefore;
}

/**
 * True if the link of a declaration still works. It only proves identity: the declaration counts from its receipt, and
 * support can send another link.
 */
export function isLinkAlive(
  { state, moved_at: movedAt, received_at: receivedAt }: Pick<RequestRow, 'state' | 'moved_at' | 'received_at'>,
  now: Date,
): boolean {
  return (
    (state === 'asked' || state === 'confirmed') && now < after(movedAt ?? receivedAt, declarationLinkDays * dayMs)
  );
}

/** True if an order was placed before the declaration, which otherwise would be in time however late it is used. */
export function isOlder(order: Pick<PaymentRow, 'created_at'>, declaration: Pick<RequestRow, 'received_at'>): boolean {
  return order.created_at <= declaration.received_at;
}

/** True if a form's number is exactly the order's, or its whole id. Two numbers in one field are left to staff. */
export function hasNumber(paymentId: PaymentId, typed: string): boolean {
  const number = cleanNumber(typed);
  return number === formatOrderNumber(paymentId) || number === cleanNumber(paymentId);
}

/** Drops what people type around a number; '' if nothing is left. */
export function cleanNumber(typed: string): string {
  return typed.replaceAll(/[^0-9a-z]/gi, '').toUpperCase();
}

type Order = Pick<PaymentRow, 'amount' | 'fee' | 'credits' | 'refunded' | 'charged_back' | 'begun_at'>;

/**
 * Returns the unused credits of a withdrawal: those left in the lot, at most as many as have not been taken back
 * before. Returned money takes other credits if the lot is empty, and spent ones may come back to it later.
 */
export function unusedCredits(order: Order, left: number): number {
  return Math.min(left, order.credits - computeCreditsToTakeBack(order, order.refunded + order.charged_back));
}

/** Returns minor units: the unused part of the price, rounded up, or all of it if the buyer never asked us to begin. */
export function withdrawalAmount(order: Order, unused: number): number {
  const left = computeNotReturned(order);
  if (order.begun_at === null) return left;
  return Math.min(left, Math.ceil(((order.amount + order.fee) * unused) / order.credits));
}

/**
 * Returns how many credits a withdrawal takes. If the whole price is paid back, it also takes those of money returned
 * before, so that only spent credits are left to the buyer.
 */
export function withdrawalCredits(order: Order, { unused, spent }: { unused: number; spent: number }): number {
  if (order.begun_at !== null) return unused;
  return Math.max(unused, order.credits - computeCreditsToTakeBack(order, order.refunded + order.charged_back) - spent);
}

/**
 * Computes what a withdrawal settles. `withdrawn`: the returned total whose credits are taken already. `waived`: how
 * many fewer that took than it had bought: the spent ones of a purchase paid back in full, and at most one from
 * rounding.
 */
export function withdrawnBy(order: Order, taken: number, amount: number): { withdrawn: number; waived: number } {
  const returned = order.refunded + order.charged_back;
  const withdrawn = returned + amount;
  const waived = computeCreditsToTakeBack(order, withdrawn) - computeCreditsToTakeBack(order, returned) - taken;
  return { withdrawn, waived: Math.max(0, waived) };
}

/** True if a refund is that of a withdrawal whose response was lost. `order` already includes the refund. */
export function isWithdrawalRefund(withdrawal: { amount: number }, order: Order, refunded: number): boolean {
  return refunded === Math.min(withdrawal.amount, computeNotReturned(order) + refunded);
}
