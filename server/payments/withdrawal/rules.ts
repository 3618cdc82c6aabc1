import { declarationLinkDays, refundDueDays } from '../../../contract/limits.ts';
import { after, dayMs } from '../../platform/clock.ts';
import type { PaymentRow } from '../queries.ts';
import { creditsBack, notReturned } from '../rules.ts';
import type { RequestRow } from './queries.ts';

/** A matched declaration whose link nobody has used for so long is shown to support: it may be somebody's right. */
export const unconfirmedDays = 10;

/** From then on the log warns each day of a refund or an answer that is owed. */
const warnedDaysBefore = 2;

/** When somebody has to have the money back who withdrew then (directive 2011/83, article 13). */
export function refundDueAt(declaredAt: Date): Date {
  return after(declaredAt, refundDueDays * dayMs);
}

/** Whole days until something is due, a begun one included; 0 or less once it is overdue. */
export function daysLeft(dueAt: Date, now: Date): number {
  return Math.ceil((dueAt.getTime() - now.getTime()) / dayMs);
}

/** Whether what is due then needs somebody now. */
export function isUrgent(dueAt: Date, now: Date): boolean {
  return daysLeft(dueAt, now) <= warnedDaysBefore;
}

/**
 * Whether the link of a declaration works. It only shows who somebody is: the declaration counts from its receipt, and
 * support can send another link at any time.
 */
export function isLinkAlive(
  { state, moved_at: movedAt, received_at: receivedAt }: Pick<RequestRow, 'state' | 'moved_at' | 'received_at'>,
  now: Date,
): boolean {
  return (
    (state === 'asked' || state === 'confirmed') && now < after(movedAt ?? receivedAt, declarationLinkDays * dayMs)
  );
}

type Order = Pick<PaymentRow, 'amount' | 'fee' | 'credits' | 'refunded' | 'charged_back' | 'begun_at'>;

/**
 * How many unused credits a withdrawal is about: those that the lot holds, but no more than were not taken back before.
 * Money that was returned takes other credits where the lot is empty, and spent ones may come back to it later.
 */
export function unusedCredits(order: Order, left: number): number {
  return Math.min(left, order.credits - creditsBack(order, order.refunded + order.charged_back));
}

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
export function withdrawalCredits(order: Order, { unused, spent }: { unused: number; spent: number }): number {
  if (order.begun_at !== null) return unused;
  return Math.max(unused, order.credits - creditsBack(order, order.refunded + order.charged_back) - spent);
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

/**
 * Whether a refund is the one that was asked for a withdrawal when its answer was lost: of its amount, or of what was
 * left of the price where that was less. `order` is as it is with the refund.
 */
export function isRefundOf(withdrawal: { amount: number }, order: Order, refunded: number): boolean {
  return refunded === Math.min(withdrawal.amount, notReturned(order) + refunded);
}
