import type { AppContext } from '../../context.ts';
import { getPlaceTimeZone } from '../../geo/time-zones.ts';
import { after } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { importance } from '../../platform/jobs/importance.ts';
import type { JobPayloads } from '../../platform/jobs/jobs.ts';
import { findUnseen } from '../find-news.ts';
import { findReader } from '../queries.ts';
import { quietUntil } from '../rules.ts';
import { settleDue } from '../settle-due.ts';
import { listDuePushes, listSubscriptions, lockDuePush, settlePush } from './queries.ts';
import { type Pushed, kindsDue, buildPushed } from './rules.ts';

// The schedule runs every minute, which is too slow for pushes.
const againMs = 15_000;

/** Settles the pushes that are due, and queues the next run within the minute. */
export async function runPushes(context: AppContext, { again = 0 }: JobPayloads['send-pushes']): Promise<void> {
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

/** Settles every window whose push is due. */
export async function sendPushes(context: AppContext): Promise<void> {
  if (!context.push) return;
  await settleDue(context, listDuePushes, {
    event: 'push-failed',
    settle: (tx, memberId) => settleWindow(context, tx, memberId),
  });
}

/**
 * Closes a member's window and queues one push per browser and due kind in the same transaction. During quiet hours,
 * and while a kind has to wait for its gap, the window stays open until these end.
 */
async function settleWindow(context: AppContext, tx: Transaction, memberId: string): Promise<void> {
  const now = context.clock.now();
  const window = await tx.first(lockDuePush, { memberId, now });
  const reader = window && (await tx.first(findReader, { memberId }));
  if (!window || !reader) return;
  const subscriptions = await tx.all(listSubscriptions, { memberId });
  const settle = (dueAt: Date | null, pushed: Pushed = {}): Promise<number> =>
    tx.run(settlePush, { memberId, dueAt, pushed, pushes: subscriptions.length > 0 });
  if (!reader.reachable || subscriptions.length === 0) return void (await settle(null));
  const later = quietUntil(now, { zone: getPlaceTimeZone(reader), mailedAt: null });
  if (later) return void (await settle(later));
  const unseen = await findUnseen(context, memberId, reader);
  const { kinds, nextAt } = kindsDue(unseen, {
    off: window.push_off,
    pushed: window.pushed as Pushed,
    lastThere: reader.last_active_at,
    now,
  });
  await settle(nextAt, buildPushed(kinds, unseen, now));
  for (const { subscription_id } of subscriptions)
    for (const kind of kinds)
      await context.jobs.add(
        tx,
        'send-push',
        { member_id: memberId, subscription_id, kind, tries: 0 },
        { priority: importance.push },
      );
}
