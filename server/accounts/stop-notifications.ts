import type { NotificationKind, StopReason } from '../../contract/notifications/notification-rules.ts';
import type { Transaction } from '../platform/database/database.ts';
import { lockKindsOff, logConsents, unknownPlace, toConsentWay } from './consents/log-consents.ts';
import { stopNotifications as stop } from './queries.ts';

interface Stopping {
  memberId: string;
  kinds: readonly NotificationKind[];
  reason: StopReason;
  now: Date;
}

/**
 * Turns off kinds of email for a member; those already off keep their reason. Returns whether any was on. The member's
 * own acts are logged without a place, because mail programs act from their own servers.
 */
export async function stopNotifications(tx: Transaction, { memberId, kinds, reason, now }: Stopping): Promise<boolean> {
  const before = await lockKindsOff(tx, memberId);
  const stopped = kinds.filter((kind) => !before.includes(kind));
  if ((await tx.run(stop, { memberId, kinds: [...kinds], reason })) === 0) return false;
  const way = toConsentWay(reason);
  if (way) await logConsents(tx, { memberId, subjects: stopped, given: false, way, place: unknownPlace, now });
  return true;
}
