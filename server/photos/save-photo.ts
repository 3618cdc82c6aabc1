import { randomUUID } from 'node:crypto';

import { freePhotosMax, premiumPhotosMax } from '../../contract/photos/limits.ts';
import type { AppContext } from '../context.ts';
import { holdPhotos, syncProfilePhotos } from '../members/sync-profile-photos.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import { Failure, must, refuse } from '../platform/failure.ts';
import type { PhotoApproval } from '../platform/site.ts';
import { enqueuePhoto } from './queries-approval.ts';
import { findPhotoUsage, insertPhoto } from './queries.ts';
import { getPhotosMax } from './rules.ts';
import { renumberPhotos } from './renumber-photos.ts';
import { type Picture, removePicture, storePicture } from './store-picture.ts';

/**
 * Adds a picture after the member's other photos; the first becomes the main one. Its files are written before its
 * row, and removed again if the row is refused. `approval` is the rule of the member's site; without it, the photo is
 * the operator's own and needs no review. Returns the photo's id. Throws photo.limit-free and photo.limit
 * (specification, section 9), and the errors of `storePicture`.
 */
export async function savePhoto(
  context: AppContext,
  memberId: string,
  picture: Picture,
  approval?: PhotoApproval,
): Promise<string> {
  // Saves a member at the limit the upload's work; only the check inside the transaction decides.
  await refuseAtLimit(context.database, memberId);
  const owner = { kind: 'member', id: memberId } as const;
  const photoId = randomUUID();
  let mayBeCommitted = false;
  try {
    const { width, height } = await storePicture(context, owner, photoId, picture);
    mayBeCommitted = true;
    await context.database.transaction(async (tx: Transaction) => {
      await holdPhotos(tx, memberId);
      await refuseAtLimit(tx, memberId);
      const now = context.clock.now();
      const status = approval === 'before' ? 'pending' : 'approved';
      const checked = approval === undefined;
      await tx.run(insertPhoto, { memberId, photoId, status, checked, width, height, now });
      if (approval) await tx.run(enqueuePhoto, { queue: approval, photoId, memberId, now });
      await renumberPhotos(tx, memberId);
      await syncProfilePhotos(tx, memberId);
      tx.afterCommit(() => context.bus.publish(memberId, { type: 'profile' }));
    });
  } catch (error) {
    // If the connection breaks during the commit, the row may exist, so the files stay. The nightly sweep removes them
    // if the row does not exist.
    if (!mayBeCommitted || error instanceof Failure) await removePicture(context, owner, photoId);
    throw error;
  }
  return photoId;
}

async function refuseAtLimit(reader: Reader, memberId: string): Promise<void> {
  const usage = await reader.first(findPhotoUsage, { memberId });
  must(usage, 'profile.not-found');
  const max = getPhotosMax(usage);
  if (usage.photos < max) return;
  if (max === freePhotosMax) refuse('photo.limit-free', { max, premium_max: premiumPhotosMax });
  refuse('photo.limit', { max });
}
