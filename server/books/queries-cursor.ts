import type { Transaction } from '../platform/database/database.ts';

const batch = 1_000;

/**
 * The rows of a statement by a cursor of the database, so that only a thousand are in memory. One cursor at a time in a
 * transaction.
 */
export async function* streamRows<Row>(
  tx: Transaction,
  text: string,
  values: readonly unknown[] = [],
): AsyncGenerator<Row> {
  await tx.raw(`declare rows_of_books no scroll cursor for ${text}`, values);
  for (;;) {
    const rows = (await tx.raw(`fetch ${batch} from rows_of_books`)) as Row[];
    yield* rows;
    if (rows.length < batch) break;
  }
  await tx.raw('close rows_of_books');
}

/** Makes everything that a transaction reads one moment, while the application goes on. */
export async function readOneMoment(tx: Transaction): Promise<void> {
  await tx.raw('set transaction isolation level repeatable read');
  // Reports go over whole tables: a plan that a statement of the application needs may be a bad one here.
  await tx.raw('set local statement_timeout = 0');
}
