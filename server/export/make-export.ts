import { Readable } from 'node:stream';

import { findReader } from '../accounts/find-account.ts';
import type { AppContext } from '../context.ts';
import { type MailTemplate, queueMail } from '../mail/queue-mail.ts';
import { after, hourMs } from '../platform/clock.ts';
import { formatIn } from '../platform/text/format.ts';
import { findExport, finishExport } from './queries.ts';
import { deriveExportState, exportHours, exportKey } from './rules.ts';
import { writeCopy } from './write-copy.ts';

/**
 * Runs as a job that can be interrupted anywhere and repeated: a file appears whole or not at all, and only the first
 * run to finish queues a mail. If the row is gone, or belongs to a later export, all its files are removed.
 */
export async function makeExport(
  context: AppContext,
  payload: { member_id: MemberId; export_id: ExportId; origin?: string },
): Promise<void> {
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
    const store = (zip: Readable): Promise<void> => exports.put(exportKey(exportId), Readable.from(counted(zip)));
    if (!(await writeCopy(context, { memberId, folder: exportId }, store))) return;
  } catch (error) {
    if ((await database.first(findExport, { memberId }))?.export_id === exportId) throw error;
    return exports.removeAll(exportId);
  }
  const now = clock.now();
  const expiresAt = after(now, exportHours * hourMs);
  const isWanted = await database.transaction(async (tx) => {
    if ((await tx.run(finishExport, { memberId, exportId, now, expiresAt, size })) === 1)
      await queueMail(
        tx,
        { context, ...(origin !== undefined && { origin }) },
        { template: exportReady, memberId, id: exportId },
      );
    return (await tx.first(findExport, { memberId }))?.export_id === exportId;
  });
  if (!isWanted) return exports.removeAll(exportId);
  log.info({ event: 'export.ready', member: memberId }, 'export is ready');
}

/** The mail that says the copy is ready. The link is on the page, behind the login. */
export const exportReady: MailTemplate = {
  name: 'export-ready',
  importance: 'mail',
  unconfirmed: 'dropped',
  write: async ({ context, say, language, memberId, id }) => {
    if (memberId === null) return null;
    const row = await context.database.first(findExport, { memberId });
    const account = await findReader(context.database, memberId);
    if (row?.export_id !== id || !row.expires_at || !account || deriveExportState(row, context.clock.now()) !== 'ready')
      return null;
    const until = formatIn(language).minute(row.expires_at, account.zone);
    return {
      subject: say('export.mail.subject'),
      title: say('export.mail.title'),
      paragraphs: [say('export.mail.text', { until })],
      button: { text: say('export.mail.button'), path: '/settings/data' },
      notes: [say('export.mail.ignore')],
    };
  },
};
