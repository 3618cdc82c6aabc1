import type { AppContext } from '../context.ts';
import { after, dayMs } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import { removePicture } from './picture-files.ts';
import { claimUnowned, deleteUnowned, insertUnowned } from './queries.ts';
import type { PictureOwner } from './rules.ts';

/** Notes that a picture may have files but no row that owns them. */
export async function notePicture(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Transaction,
  { kind, id: ownerId }: PictureOwner,
  photoId: PhotoId,
): Promise<void> {
  await tx.run(insertUnowned, { photoId, kind, ownerId, now: clock.now() });
}

/** The nightly sweep removes the files of notes that are older. */
export const graceMs = dayMs;

/**
 * Deletes the note of a picture, in the transaction that stores the row that owns it. Throws if the note is half as old
 * as the sweep requires: a process that was stopped for so long could otherwise commit a row whose files are being
 * removed.
 */
export async function claimPicture(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Transaction,
  photoId: PhotoId,
): Promise<void> {
  const claimed = await tx.run(claimUnowned, { photoId, after: after(clock.now(), -graceMs / 2) });
  if (claimed === 0) throw new Error('the files of a picture may have been removed');
}

/** Removes the files of a picture that no row owns, then the note that leads the nightly sweep to them. */
export async function discardPicture(
  context: Pick<AppContext, 'storage' | 'database'>,
  owner: PictureOwner,
  photoId: PhotoId,
): Promise<void> {
  await removePicture(context, owner, photoId);
  await context.database.transaction((tx) => tx.run(deleteUnowned, { photoId }));
}

/** Notes a picture in the transaction that removes the row that owns it, and removes its files after the commit. */
export async function disownPicture(
  context: Pick<AppContext, 'storage' | 'database' | 'clock'>,
  tx: Transaction,
  owner: PictureOwner,
  photoId: PhotoId,
): Promise<void> {
  await notePicture(context, tx, owner, photoId);
  tx.afterCommit(() => discardPicture(context, owner, photoId));
}
