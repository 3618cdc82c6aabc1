import { inactiveMonths, inactiveNoticeDays } from '../../../contract/accounts/limits.ts';
import type { AppContext } from '../../context.ts';
import { after, dayMs, monthsBefore } from '../../platform/clock.ts';
import { lockMember } from '../queries.ts';
import { queueLetter } from '../queue-mail.ts';
import { closeMemberSessions } from '../sessions/sessions.ts';
import { insertDeparture, storeWarning, pageInactive, setInactive } from './queries.ts';

const pageSize = 500;
const first = '00000000-0000-0000-0000-000000000000';

/**
 * Deletes accounts unused for 24 months, 30 days after a warning by email; coming back keeps the account. Banned
 * members, who cannot come back, get an email of their own. The next erasure run does the rest. Runs every night.
 */
export async function endInactive(context: AppContext): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  const endBefore = monthsBefore(now, inactiveMonths);
  const warnBefore = after(endBefore, inactiveNoticeDays * dayMs);
  const warnedBefore = after(now, -inactiveNoticeDays * dayMs);
  let memberAfter = first;
  for (;;) {
    const rows = await database.all(pageInactive, { memberAfter, before: warnBefore, limit: pageSize });
    for (const { member_id: memberId, status, last_active_at: lastThere, warned_at: warnedAt } of rows) {
      const isWarned = warnedAt !== null && warnedAt > lastThere;
      const isTold = isWarned && warnedAt <= warnedBefore;
      if (isTold && lastThere < endBefore) await end(context, memberId, { endBefore, warnedBefore });
      else if (!isWarned) await warn(context, memberId, status === 'banned' ? 'inactive-closed' : 'inactive');
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    memberAfter = last.member_id;
  }
}

async function warn(context: AppContext, memberId: string, kind: 'inactive' | 'inactive-closed'): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    await tx.run(storeWarning, { memberId, now });
    // A job has no origin; the worker that sends the email does.
    await queueLetter(tx, { context, origin: '' }, { kind, member_id: memberId, id: now.toISOString() });
  });
}

async function end(
  context: AppContext,
  memberId: string,
  before: { endBefore: Date; warnedBefore: Date },
): Promise<void> {
  const now = context.clock.now();
  const isEnded = await context.database.transaction(async (tx) => {
    // Wait for a concurrent ban or unban, which deletes the warning: only the next statement sees that.
    await tx.first(lockMember, { memberId });
    if ((await tx.run(setInactive, { memberId, ...before })) === 0) return false;
    await tx.run(insertDeparture, { memberId, now, dueAt: now });
    await closeMemberSessions(tx, memberId);
    await context.jobs.add(tx, 'cancel-orders', { member_id: memberId });
    return true;
  });
  if (isEnded) context.log.info({ event: 'account.inactive', member: memberId }, 'an account ends that nobody used');
}
