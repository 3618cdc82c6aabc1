import { queueNotice } from '../accounts/queue-mail.ts';
import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { findNews } from './find-news.ts';
import { closeWindow, findReader, listDue, lockDue, postponeWindow } from './queries.ts';
import { getsAny, leadOf, quietUntil, zoneOf } from './rules.ts';

const pageSize = 200;

/** Settles every window that is due, oldest first. What fails is left for the next minute and keeps nobody waiting. */
export async function sendNotices(context: AppContext): Promise<void> {
  const now = context.clock.now();
  let last: { due_at: Date | null; member_id: string } | undefined;
  do {
    const page = { now, dueAfter: last?.due_at ?? null, memberAfter: last?.member_id ?? null, limit: pageSize };
    const rows = await context.database.all(listDue, page);
    for (const { member_id: memberId } of rows) {
      await context.database
        .transaction((tx) => settleWindow(context, tx, memberId))
        .catch((error: unknown) => context.log.error({ event: 'notice-failed', err: error }, 'a notice failed'));
    }
    last = rows.length < pageSize ? undefined : rows.at(-1);
  } while (last);
}

/**
 * Closes the window of a member and queues its e-mail in the same transaction, so that there is one or none, whoever runs
 * this twice or dies in it. During quiet hours, and soon after another e-mail, the window stays open until their end.
 */
async function settleWindow(context: AppContext, tx: Transaction, memberId: string): Promise<void> {
  const now = context.clock.now();
  const window = await tx.first(lockDue, { memberId, now });
  const reader = window && (await tx.first(findReader, { memberId }));
  if (!window || !reader) return;
  const isDropped = !reader.reachable || !getsAny(reader.notifications_off as Record<string, unknown>);
  const later = quietUntil(now, { zone: zoneOf(reader.country), mailedAt: window.mailed_at });
  if (!isDropped && later) {
    await tx.run(postponeWindow, { memberId, dueAt: later });
    return;
  }
  const isTold = !isDropped && leadOf(await findNews(context, memberId, reader)) !== null;
  await tx.run(closeWindow, { memberId, mailedAt: isTold ? now : null });
  if (isTold) await queueNotice(tx, context, memberId, window.waiting_since);
}
