import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import { isId } from '../../contract/platform/id.ts';
import { findReader } from '../accounts/find-account.ts';
import type { AppContext } from '../context.ts';
import { type AtDesk, recordAct } from '../staff/staff.ts';
import { writeCopy } from '../export/write-copy.ts';
import type { Options } from './desk-options.ts';

interface Asked {
  context: AppContext & AtDesk;
  /** The complaint in which the member asked for the copy. */
  number: string;
  options: Options;
  say: (line: string) => void;
}

/**
 * Writes a copy of a member's data to a new file, for banned members, who cannot log in and fetch it. Staff verify the
 * requester's identity. Null if options are missing. Throws if there is no such account or the file exists.
 */
export async function copyData({ context, number, options, say }: Asked): Promise<number | null> {
  const { member: memberId, save: path } = options;
  if (memberId === undefined || !isId(memberId) || !path) return null;
  const folder = randomUUID();
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await new Promise((resolve, reject) => file.once('open', resolve).once('error', reject));
  try {
    // Recorded before anything is written, so that a crash leaves no unrecorded copy.
    const isAccount = await context.database.transaction(async (tx) => {
      if (!(await findReader(tx, memberId))) return false;
      await recordAct(context, tx, { act: 'copy', about: number });
      return true;
    });
    if (!isAccount || !(await writeCopy(context, { memberId, folder }, (zip) => pipeline(zip, file))))
      throw new Error(`There is no account ${memberId}.`);
  } catch (error) {
    file.destroy();
    await rm(path, { force: true });
    throw error;
  } finally {
    await context.exports.removeAll(folder);
  }
  say(`saved: ${path}`);
  return 0;
}
