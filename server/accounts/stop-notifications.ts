import type { NotificationKind, StopReason } from '../../contract/notification-rules.ts';
import type { Transaction } from '../platform/database/database.ts';
import { stopNotifications as stop } from './queries.ts';

/** Ends kinds of email for a member; those that are off already keep their reason. Returns whether one was on. */
export async function stopNotifications(
  tx: Transaction,
  memberId: string,
  kinds: readonly NotificationKind[],
  reason: StopReason,
): Promise<boolean> {
  return (await tx.run(stop, { memberId, kinds: [...kinds], reason })) > 0;
}
