import { mandateKeptMonths } from '../../../contract/payments/limits.ts';
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
 * Removes personal data from a member's payments: cancels open orders, forgets and revokes stored cards, takes the name
 * out of receipts, and has the providers forget the member (`forgetCustomers`). Mandates are kept, here and at the
 * provider, as long as their debits can be disputed as unauthorized. Returns when the last one may go, if any.
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
    // Adds a day, because the collection is a calendar day, not a moment.
    return last?.collect_on ? monthsFrom(new Date(`${last.collect_on}T24:00:00Z`), mandateKeptMonths) : null;
  });
}

function monthsFrom(day: Date, months: number): Date {
  const other = new Date(day);
  other.setUTCMonth(other.getUTCMonth() + months);
  return other;
}
