import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';

import { findReader } from '../accounts/find-account.ts';
import type { AppContext } from '../context.ts';
import { formatIn } from '../platform/format.ts';
import { spoolRows } from './spool-rows.ts';
import { writeArchive } from './write-archive.ts';

/**
 * Writes everything that is kept about a member as a ZIP and passes its stream to `take`. Spools the rows below
 * `folder` meanwhile. Returns false if there is no such account.
 */
export async function writeCopy(
  context: AppContext,
  { memberId, folder: parent }: { memberId: string; folder: string },
  take: (zip: Readable) => Promise<void>,
): Promise<boolean> {
  const { database, exports, sentences } = context;
  const account = await findReader(database, memberId);
  if (!account) return false;
  const { language } = account;
  const reader = {
    say: sentences.in(language),
    format: formatIn(language),
    language,
    timeZone: account.zone,
    site: await context.sites.ofMember(account.site, null),
  };
  const folder = `${parent}/${randomUUID()}`;
  try {
    await spoolRows(context, memberId, folder);
    await take(writeArchive({ ...context, memberId, reader, folder }));
    return true;
  } finally {
    await exports.removeAll(folder);
  }
}
