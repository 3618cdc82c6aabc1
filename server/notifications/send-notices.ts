import { queueNotice } from '../accounts/queue-mail.ts';
import type { AppContext } from '../context.ts';
import { getPlaceTimeZone } from '../geo/time-zones.ts';
import type { Transaction } from '../platform/database/database.ts';
import { findNews } from './find-news.ts';
import { closeWindow, findReader, listDue, lockDue, postponeWindow } from './queries.ts';
import { settleDue } from './settle-due.ts';
import { getsAny, findLeadKind, quietUntil } from './rules.ts';

/** Settles every window that is due. */
export async function sendNotices(context: AppContext): Promise<void> {
  await settleDue(context, listDue, {
    event: 'notice-failed',
    settle: (tx, memberId) => settleWindow(context, tx, memberId),
  });
}

/**
 * Closes a member's window and queues the email in one transaction, so that it is queued at most once. The window
 * stays open during quiet hours, and soon after another email about messages or likes.
 */
async function settleWindow(context: AppContext, tx: Transaction, memberId: string): Promise<void> {
  const now = context.clock.now();
  const window = await tx.first(lockDue, { memberId, now });
  const reader = window && (await tx.first(findReader, { memberId }));
  if (!window || !reader) return;
  const isDropped = !reader.reachable || !getsAny(reader.notifications_off as Record<string, unknown>);
  const later = quietUntil(now, { zone: getPlaceTimeZone(reader), mailedAt: window.told_at });
  if (!isDropped && later) {
    await tx.run(postponeWindow, { memberId, dueAt: later });
    return;
  }
  const isTold = !isDropped && findLeadKind(await findNews(context, memberId, reader)) !== null;
  await tx.run(closeWindow, { memberId });
  if (isTold) await queueNotice(tx, context, memberId, now);
}
