import type { Database } from '../platform/database/database.ts';
import { exportedEntries } from './queries.ts';
import { readOneMoment, streamRows } from './queries-cursor.ts';

const noteEvery = 100_000;

/**
 * Writes the money and credit entries from `from` until before `to` as lines of JSON, oldest first. Awaits each
 * `write`, so that a slow reader slows the export. Returns the number of entries.
 */
export async function exportBooks(
  database: Database,
  { from, to }: { from: Date; to: Date },
  write: (line: string) => Promise<void>,
  note: (line: string) => void,
): Promise<number> {
  return database.transaction(async (tx) => {
    await readOneMoment(tx);
    let count = 0;
    for await (const row of streamRows<object>(tx, exportedEntries, [from, to])) {
      await write(`${JSON.stringify(row)}\n`);
      count += 1;
      if (count % noteEvery === 0) note(`${count} entries`);
    }
    note(`${count} entries`);
    return count;
  });
}
