import type { Transaction } from '../platform/database/database.ts';

const batch = 1_000;

/** Streams the rows of a statement through a cursor, a thousand at a time. A transaction can have one open cursor. */
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

/** Makes all reads of a transaction see one snapshot, while the application goes on. */
export async function readOneMoment(tx: Transaction): Promise<void> {
  await tx.raw('set transaction isolation level repeatable read');
  // Reports scan whole tables, so the timeout that suits the application's statements does not apply.
  await tx.raw('set local statement_timeout = 0');
}
