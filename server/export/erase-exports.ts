import type { AppContext } from '../context.ts';
import { deleteExport, findExport } from './queries.ts';

/** Erases the export of a member, the file before the row that leads to it. */
export async function eraseExports({ database, exports }: AppContext, memberId: string): Promise<void> {
  const row = await database.first(findExport, { memberId });
  if (!row) return;
  await exports.removeAll(row.export_id);
  await database.transaction((tx) => tx.run(deleteExport, { memberId }));
}
