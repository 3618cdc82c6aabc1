import type { AppContext } from '../../context.ts';
import type { RowOf } from '../../platform/database/database.ts';
import { after, dayMs } from '../../platform/clock.ts';
import { listMismatches } from '../mismatches/queries.ts';
import { type RequestRow, listRequests, listTasks } from './queries.ts';
import { daysLeft, isUrgent, refundDueAt, unconfirmedDays } from './rules.ts';

const listMax = 200;

/** Refunds that support has to make, most urgent first. */
export function openTasks({ database }: Pick<AppContext, 'database'>): Promise<RowOf<typeof listTasks>[]> {
  return database.all(listTasks, { limit: listMax });
}

/** Declarations that support has to answer, oldest first. */
export function openDeclarations({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<RequestRow[]> {
  return database.all(listRequests, { limit: listMax, unconfirmedSince: after(clock.now(), -unconfirmedDays * dayMs) });
}

/** Every morning, logs as errors refunds and answers due within two days or overdue, and money matching no order. */
export async function warnOfTasks(context: AppContext): Promise<void> {
  const now = context.clock.now();
  for (const { withdrawal_id: id, due_at: dueAt } of await openTasks(context))
    if (isUrgent(dueAt, now))
      context.log.error(
        { event: 'refund-due', withdrawal_id: id, days_left: daysLeft(dueAt, now) },
        'a refund has to be made by hand: npm run desk -- withdrawals',
      );
  for (const { request_id: id, received_at: receivedAt } of await openDeclarations(context))
    if (isUrgent(refundDueAt(receivedAt), now))
      context.log.error(
        { event: 'declaration-due', request_id: id, days_left: daysLeft(refundDueAt(receivedAt), now) },
        'a declaration of withdrawal has to be answered: npm run desk -- withdrawals',
      );
  for (const { mismatch_id: id, state } of await context.database.all(listMismatches, { limit: listMax }))
    if (state !== 'paying_back')
      context.log.error(
        { event: 'mismatch-open', mismatch_id: id, state },
        'money that matches no order waits for a decision: npm run desk -- mismatches',
      );
}
