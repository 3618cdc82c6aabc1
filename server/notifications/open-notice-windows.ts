import { mailRules, pushRules } from '../../contract/notifications/notification-rules.ts';
import { after, minuteMs } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import { openWindows } from './queries.ts';

/**
 * Opens the notice windows of members who received a message or like, in its transaction. One statement covers all of
 * them, needs no result, and shares a round trip with its neighbors. The content is read when the notice is sent.
 */
export async function openNoticeWindows(tx: Transaction, memberIds: readonly string[], now: Date): Promise<void> {
  if (memberIds.length === 0) return;
  const dueAt = after(now, mailRules.silenceMinutes * minuteMs);
  const pushDueAt = after(now, pushRules.silenceSeconds * 1_000);
  await tx.run(openWindows, { memberIds: [...memberIds], now, dueAt, pushDueAt });
}
