import type { AppContext } from '../context.ts';
import type { Statement, Transaction } from '../platform/database/database.ts';

const pageSize = 200;

interface Due {
  member_id: string;
  due_at: Date | null;
}

interface AfterDue {
  now: Date;
  dueAfter: Date | null;
  memberAfter: string | null;
  limit: number;
}

/** Settles every due window, oldest first, each in a transaction. Failures are logged and left for the next run. */
export async function settleDue(
  context: AppContext,
  list: Statement<Due, AfterDue>,
  { event, settle }: { event: string; settle: (tx: Transaction, memberId: string) => Promise<void> },
): Promise<void> {
  const now = context.clock.now();
  let last: Due | undefined;
  do {
    const page = { now, dueAfter: last?.due_at ?? null, memberAfter: last?.member_id ?? null, limit: pageSize };
    const rows: Due[] = await context.database.all(list, page);
    for (const { member_id: memberId } of rows) {
      await context.database
        .transaction((tx) => settle(tx, memberId))
        .catch((error: unknown) => context.log.error({ event, err: error }, 'a window was not settled'));
    }
    last = rows.length < pageSize ? undefined : rows.at(-1);
  } while (last);
}
