import type { AppContext } from '../../context.ts';
import { getPlaceTimeZone } from '../../geo/time-zones.ts';
import { after } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { importance } from '../../module.ts';
import { findUnseen } from '../news.ts';
import { handleDueNotices } from '../pending-notices.ts';
import { findReader } from '../queries.ts';
import { whenToSend } from '../rules.ts';
import { listDuePushes, listSubscriptions, lockDuePush, updatePushState } from './queries.ts';
import { type Pushed, kindsDue, buildPushed } from './rules.ts';

// The schedule runs every minute, which is too slow for pushes.
const againMs = 15_000;

/** Queues the next run within the minute. */
export async function runPushes(context: AppContext, { again = 0 }: { again?: number }): Promise<void> {
  if (again > 0)
    await context.database.transaction((tx) =>
      context.jobs.add(
        tx,
        'send-pushes',
        { again: again - 1 },
        { runAt: after(context.clock.now(), againMs), key: 'send-pushes' },
      ),
    );
  await sendPushes(context);
}

export async function sendPushes(context: AppContext): Promise<void> {
  if (!context.push) return;
  await handleDueNotices(context, listDuePushes, {
    event: 'push-failed',
    handle: (tx, memberId) => queueDuePushes(context, tx, memberId),
  });
}

/**
 * Closes a member's pending notice and queues one push per browser and due kind in the same transaction. While a kind
 * has to wait for its gap or for the end of the quiet hours, the notice stays open.
 */
async function queueDuePushes(context: AppContext, tx: Transaction, memberId: MemberId): Promise<void> {
  const now = context.clock.now();
  const notice = await tx.first(lockDuePush, { memberId, now });
  const reader = notice && (await tx.first(findReader, { memberId }));
  if (!notice || !reader) return;
  const subscriptions = await tx.all(listSubscriptions, { memberId });
  const update = (dueAt: Date | null, pushed: Pushed = {}): Promise<number> =>
    tx.run(updatePushState, { memberId, dueAt, pushed, pushes: subscriptions.length > 0 });
  if (!reader.reachable || subscriptions.length === 0) return void (await update(null));
  const later = whenToSend(now, getPlaceTimeZone(reader));
  if (later) return void (await update(later));
  const unseen = await findUnseen(context, memberId, reader);
  const { kinds, nextAt } = kindsDue(unseen, {
    off: notice.push_off,
    pushed: notice.pushed,
    lastThere: reader.last_active_at,
    now,
  });
  await update(nextAt, buildPushed(kinds, unseen, now));
  for (const { subscription_id } of subscriptions)
    for (const kind of kinds)
      await context.jobs.add(
        tx,
        'send-push',
        { member_id: memberId, subscription_id, kind, tries: 0 },
        { priority: importance.push },
      );
}
