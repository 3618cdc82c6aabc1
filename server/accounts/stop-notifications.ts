import {
  type NotificationKind,
  type StopReason,
  notificationKinds,
} from '../../contract/notifications/notification-rules.ts';
import type { Transaction } from '../platform/database/database.ts';
import { lockKindsOff, logConsents, unknownPlace, toConsentWay } from './consents/log-consents.ts';
import { failAddress, stopNotifications as stop } from './queries.ts';

interface Stopping {
  memberId: MemberId;
  kinds: readonly NotificationKind[];
  reason: StopReason;
  now: Date;
}

/** Returns whether any was on. The own acts are logged without a place: mail programs act from their servers. */
export async function stopNotifications(tx: Transaction, { memberId, kinds, reason, now }: Stopping): Promise<boolean> {
  const before = await lockKindsOff(tx, memberId);
  const stopped = kinds.filter((kind) => !before.includes(kind));
  if ((await tx.run(stop, { memberId, kinds: [...kinds], reason })) === 0) return false;
  const way = toConsentWay(reason);
  if (way) await logConsents(tx, { memberId, subjects: stopped, given: false, way, place: unknownPlace, now });
  return true;
}

/** Turns off all notices to a broken address, or to one whose reader marks our mail as spam. */
export async function giveUpAddress(
  tx: Transaction,
  { memberId, reason, now }: { memberId: MemberId; reason: 'fbl' | 'bounce'; now: Date },
): Promise<boolean> {
  const isStopped = await stopNotifications(tx, { memberId, kinds: notificationKinds, reason, now });
  const isLost = reason === 'bounce' && (await tx.run(failAddress, { memberId })) > 0;
  return isStopped || isLost;
}
