import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { AppContext } from '../../context.ts';
import { unlessMissing } from '../../platform/storage/disk-storage.ts';
import { recordMailReport } from './handle-mail-report.ts';
import { reportMaxBytes } from './read-report.ts';

/** Empties the mail server's folder of reports, where dotfiles are still being written. Runs every minute. */
export async function readMailDrop(context: AppContext): Promise<void> {
  const folder = context.config.mail.reportFolder;
  if (folder === null) return;
  let unreadable = 0;
  for (const name of (await readdir(folder)).sort()) {
    const path = join(folder, name);
    // Another worker may have been faster.
    const found = await stat(path).catch(unlessMissing(null));
    if (name.startsWith('.') || !found?.isFile()) continue;
    try {
      const raw = await readBeginning(path).catch(unlessMissing(null));
      if (raw) await recordMailReport(context, raw);
      await rm(path, { force: true });
    } catch (error) {
      // Files of another user, for example, must not hold up those behind them.
      if (!isForbidden(error)) throw error;
      unreadable += 1;
    }
  }
  if (unreadable > 0)
    context.log.warn(
      { event: 'mail-report.unreadable', files: unreadable },
      'files in MAIL_REPORT_FOLDER cannot be read or removed by this account',
    );
}

function isForbidden(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');
}

async function readBeginning(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(reportMaxBytes), 0, reportMaxBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
