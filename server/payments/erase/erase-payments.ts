import { debitOpenMinutes, mandateKeptMonths } from '../../../contract/payments/limits.ts';
import { utcDay } from '../../../contract/platform/calendar.ts';
import { declarationAnsweredKeptDays, declarationKeptYears } from '../../../contract/withdrawal/limits.ts';
import type { AppContext } from '../../context.ts';
import { after, dayMs, minuteMs } from '../../platform/clock.ts';
import { queueCard } from '../cards/keep-card.ts';
import { forgetCard, listCards } from '../cards/queries.ts';
import { forgetDetails } from '../debit/queries.ts';
import { purgeRequests } from '../withdrawal/queries.ts';
import {
  deleteSpendingLimit,
  deleteUnsignedDebits,
  emptyMandates,
  emptyReceipts,
  endCustomers,
  findLastMandate,
  listOpenOrders,
  type ForgottenRow,
  deleteCustomerRow,
  endCardsAt,
  listToForget,
} from './queries.ts';
import { cancelOrder } from '../cancel-payment.ts';
import { lockPayment } from '../queries.ts';
import { isCancellable } from '../rules.ts';
import { providerNamed } from '../providers.ts';

/**
 * Removes personal data from a member's payments, and has the providers forget the member. Mandates stay, here and
 * there, as long as their debits can be disputed as unauthorized. Returns when the last one may go, if any.
 */
export async function erasePayments(context: AppContext, memberId: MemberId): Promise<Date | null> {
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
    await tx.run(emptyMandates, { memberId, before: utcDay(before) });
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

/** Cancels the unpaid orders of a member whose account ends, here and at their providers. */
export async function cancelOrders(context: AppContext, memberId: MemberId): Promise<void> {
  for (const { payment_id: paymentId } of await context.database.all(listOpenOrders, { memberId }))
    await context.database.transaction(async (tx) => {
      const row = await tx.first(lockPayment, { memberId, paymentId });
      if (row && isCancellable(row)) await cancelOrder(context, tx, row);
    });
}

const atOnce = 100;

/** Deletes erased members at the providers, hourly, because the erasure waits for no provider. Failures are retried. */
export async function forgetCustomers(context: AppContext): Promise<void> {
  const { database, log } = context;
  const tried: string[] = [];
  let failures = 0;
  for (;;) {
    const rows = await database.all(listToForget, { but: tried, limit: atOnce });
    if (rows.length === 0) break;
    for (const row of rows) {
      tried.push(deriveKey(row));
      try {
        await forget(context, row);
      } catch (error) {
        failures += 1;
        const facts = { event: 'customer-not-deleted', member: row.member_id, provider: row.provider };
        log.warn({ ...facts, err: (error as Error).message }, 'a provider did not delete a customer');
      }
    }
  }
  if (failures > 0) throw new Error(`${failures} customers could not be deleted at their provider`);
}

const deriveKey = ({ member_id: memberId, provider }: ForgottenRow): string => `${memberId} ${provider}`;

async function forget(context: AppContext, row: ForgottenRow): Promise<void> {
  const { member_id: memberId, provider: name, customer_id: customerId } = row;
  if (customerId !== null) {
    const provider = providerNamed(context, name);
    if (!provider) throw new Error('the provider is not configured');
    await provider.deleteCustomer(customerId);
  }
  await context.database.transaction(async (tx) => {
    await tx.run(endCardsAt, { memberId, provider: name, now: context.clock.now() });
    await tx.run(deleteCustomerRow, { memberId, provider: name });
  });
  context.log.info({ event: 'customer.deleted', member: memberId, provider: name }, 'a provider forgot a member');
}

/** Forgets the IBANs and numbers of direct debits that can no longer be confirmed. Runs every ten minutes. */
export async function purgeDebits({ database, clock }: AppContext): Promise<void> {
  const before = after(clock.now(), -debitOpenMinutes * minuteMs);
  await database.transaction((tx) => tx.run(forgetDetails, { before }));
}

/** Deletes declarations about an order after three years, others 90 days after their answer. Runs every night. */
export async function purgeDeclarations({ database, clock }: AppContext): Promise<void> {
  const now = clock.now();
  const matchedBefore = new Date(now);
  matchedBefore.setUTCFullYear(now.getUTCFullYear() - declarationKeptYears);
  const answeredBefore = after(now, -declarationAnsweredKeptDays * dayMs);
  await database.transaction((tx) => tx.run(purgeRequests, { matchedBefore, answeredBefore }));
}
