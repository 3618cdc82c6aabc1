import type { AppContext } from '../context.ts';
import { deleteExport, findExport } from './queries.ts';

/**
 * Erases the export of a member; its file goes before the deletion of its row commits. A run of its job that ends
 * meanwhile waits for the row, then removes its own file (`make-export.ts`).
 */
export async function eraseExports({ database, exports }: AppContext, memberId: string): Promise<void> {
  const row = await database.first(findExport, { memberId });
  if (!row) return;
  await database.transaction(async (tx) => {
    await tx.run(deleteExport, { memberId });
    await exports.removeAll(row.export_id);
  });
}
