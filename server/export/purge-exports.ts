import type { AppContext } from '../context.ts';
import { after, dayMs, hourMs } from '../platform/clock.ts';
import { deleteExport, findExport, purgeRows } from './queries.ts';
import { exportHours } from './rules.ts';

/** After this many days, the page no longer says when a copy was made. */
const rowDays = 30;

/** Deletes the files of expired exports, incomplete files, and after 30 days the rows. Runs every hour. */
export async function purgeExports({ database, exports, clock, log }: AppContext): Promise<void> {
  const before = after(clock.now(), -exportHours * hourMs);
  await database.transaction((tx) => tx.run(purgeRows, { before: after(clock.now(), -rowDays * dayMs) }));
  let files = 0;
  for await (const { key, at } of exports.list()) {
    const [exportId] = key.split('/');
    if (!exportId || at > before) continue;
    await exports.removeAll(exportId);
    files += 1;
  }
  if (files > 0) log.info({ event: 'exports.purged', files }, 'expired exports are deleted');
}

/**
 * Erases a member's copy. The file goes before its row's deletion commits. A job ending meanwhile waits for the row,
 * then removes its file.
 */
export async function eraseExports({ database, exports }: AppContext, memberId: MemberId): Promise<void> {
  const row = await database.first(findExport, { memberId });
  if (!row) return;
  await database.transaction(async (tx) => {
    await tx.run(deleteExport, { memberId });
    await exports.removeAll(row.export_id);
  });
}
