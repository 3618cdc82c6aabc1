import { mailRules, pushRules } from '../../contract/notifications/notification-rules.ts';
import type { AppContext } from '../context.ts';
import { after, minuteMs } from '../platform/clock.ts';
import type { Database, Statement, Transaction } from '../platform/database/database.ts';
import { endPushes } from './push/subscriptions.ts';
import { deleteDigests, deleteNotice, insertNotices } from './queries.ts';

/**
 * Queues notices by one statement for all members of an event, which needs no result. The content is read when a notice
 * is sent.
 */
export async function queueNotices(tx: Transaction, memberIds: readonly MemberId[], now: Date): Promise<void> {
  if (memberIds.length === 0) return;
  const dueAt = after(now, mailRules.silenceMinutes * minuteMs);
  const pushDueAt = after(now, pushRules.silenceSeconds * 1_000);
  await tx.run(insertNotices, { memberIds: [...memberIds], now, dueAt, pushDueAt });
}

const pageSize = 200;

interface Due {
  member_id: MemberId;
  due_at: Date | null;
}

interface AfterDue {
  now: Date;
  dueAfter: Date | null;
  memberAfter: string | null;
  limit: number;
}

/**
 * Settles the notices that `list` finds due: oldest first, each in a transaction. Failures are logged and left for the
 * next run.
 */
export async function handleDueNotices(
  context: AppContext,
  list: Statement<Due, AfterDue>,
  { event, handle }: { event: string; handle: (tx: Transaction, memberId: MemberId) => Promise<void> },
): Promise<void> {
  const now = context.clock.now();
  let last: Due | undefined;
  do {
    const page = { now, dueAfter: last?.due_at ?? null, memberAfter: last?.member_id ?? null, limit: pageSize };
    const rows: Due[] = await context.database.all(list, page);
    for (const { member_id: memberId } of rows) {
      await context.database
        .transaction((tx) => handle(tx, memberId))
        .catch((error: unknown) => context.log.error({ event, err: error }, 'a notice was not handled'));
    }
    last = rows.length < pageSize ? undefined : rows.at(-1);
  } while (last);
}

/** Deletes an erased member's pending notices, digests and push subscriptions. */
export async function eraseNotices(database: Database, memberId: MemberId): Promise<void> {
  await database.transaction(async (tx) => {
    await endPushes(tx, memberId, () => true);
    await tx.run(deleteNotice, { memberId });
    await tx.run(deleteDigests, { memberId });
  });
}
