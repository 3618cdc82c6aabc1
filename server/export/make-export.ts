import { Readable } from 'node:stream';

import { queueLetter } from '../accounts/queue-mail.ts';
import type { AppContext } from '../context.ts';
import { after, hourMs } from '../platform/clock.ts';
import type { JobPayloads } from '../platform/jobs/jobs.ts';
import { exportKey } from './export-key.ts';
import { findExport, finishExport } from './queries.ts';
import { exportHours } from './rules.ts';
import { writeCopy } from './write-copy.ts';

/**
 * Makes the file of an export and tells its member. The job can be interrupted anywhere and repeated: a file appears
 * whole or not at all, and only the first run to finish changes the row and queues an email. If the row is gone with
 * its member, or belongs to a later export, all files of this one are removed.
 */
export async function makeExport(context: AppContext, payload: JobPayloads['make-export']): Promise<void> {
  const { member_id: memberId, export_id: exportId, origin = context.address() } = payload;
  const { database, clock, exports, log } = context;
  const row = await database.first(findExport, { memberId });
  if (row?.export_id !== exportId || row.ready_at) return;
  let size = 0;
  const counted = async function* (zip: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of zip) {
      size += piece.length;
      yield piece;
    }
  };
  try {
    const take = (zip: Readable): Promise<void> => exports.put(exportKey(exportId), Readable.from(counted(zip)));
    if (!(await writeCopy(context, { memberId, folder: exportId }, take))) return;
  } catch (error) {
    // If the member is gone, the spooled rows must go, too.
    if ((await database.first(findExport, { memberId }))?.export_id === exportId) throw error;
    return exports.removeAll(exportId);
  }
  const now = clock.now();
  const expiresAt = after(now, exportHours * hourMs);
  const isWanted = await database.transaction(async (tx) => {
    if ((await tx.run(finishExport, { memberId, exportId, now, expiresAt, size })) === 1)
      await queueLetter(tx, { context, origin }, { kind: 'export-ready', member_id: memberId, id: exportId });
    return (await tx.first(findExport, { memberId }))?.export_id === exportId;
  });
  if (!isWanted) return exports.removeAll(exportId);
  log.info({ event: 'export.ready', member: memberId }, 'export is ready');
}
