import { mandateKeptMonths } from '../../../contract/limits.ts';
import type { AppContext } from '../../context.ts';
import { queueCard } from '../cards/keep-card.ts';
import { forgetCard, listCards } from '../cards/queries.ts';
import { cancelOrders } from './cancel-orders.ts';
import {
  deleteSpendingLimit,
  deleteUnsignedDebits,
  emptyMandates,
  emptyReceipts,
  endCustomers,
  findLastMandate,
} from './queries.ts';

/**
 * Takes the person out of their payments: open orders are cancelled, stored cards are forgotten and revoked, receipts lose
 * the name, and the providers are told to forget the member (`forgetCustomers`). A mandate is kept as long as its debit can
 * be disputed as never allowed, here and at its provider. Returns when the last one may go, null if none is left.
 */
export async function erasePayments(context: AppContext, memberId: string): Promise<Date | null> {
  const { database, clock } = context;
  await cancelOrders(context, memberId);
  const cards = await database.all(listCards, { memberId });
  const before = monthsFrom(clock.now(), -mandateKeptMonths);
  return database.transaction(async (tx) => {
    for (const { card_id: cardId } of cards) {
      await tx.run(forgetCard, { memberId, cardId });
      await queueCard(context, tx, memberId, cardId);
    }
    await tx.run(deleteSpendingLimit, { memberId });
    await tx.run(emptyReceipts, { memberId });
    await tx.run(deleteUnsignedDebits, { memberId });
    await tx.run(emptyMandates, { memberId, before: before.toISOString().slice(0, 10) });
    await tx.run(endCustomers, { memberId, now: clock.now() });
    const last = await tx.first(findLastMandate, { memberId });
    // The day after, because the day of the collection is a day of the month, not a moment.
    return last?.collect_on ? monthsFrom(new Date(`${last.collect_on}T24:00:00Z`), mandateKeptMonths) : null;
  });
}

function monthsFrom(day: Date, months: number): Date {
  const other = new Date(day);
  other.setUTCMonth(other.getUTCMonth() + months);
  return other;
}
