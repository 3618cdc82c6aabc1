import { mailRules, pushRules } from '../../contract/notification-rules.ts';
import { after, minuteMs } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import { openWindows } from './queries.ts';

/**
 * Notes in the transaction of a message or like that something waits for its receivers: one statement for all of them,
 * which needs no answer and shares a round trip with those around it. What has happened is read when it is told.
 */
export async function noteEvent(tx: Transaction, memberIds: readonly string[], now: Date): Promise<void> {
  if (memberIds.length === 0) return;
  const dueAt = after(now, mailRules.silenceMinutes * minuteMs);
  const pushDueAt = after(now, pushRules.silenceSeconds * 1_000);
  await tx.run(openWindows, { memberIds: [...memberIds], now, dueAt, pushDueAt });
}
