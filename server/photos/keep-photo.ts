import { randomUUID } from 'node:crypto';

import { freePhotosMax, premiumPhotosMax } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';
import { holdPhotos, notePhotos } from '../members/note-photos.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import { must, refuse } from '../platform/failure.ts';
import { findRoom, insertPhoto } from './queries.ts';
import { photosMaxOf } from './rules.ts';
import { removePicture, storePicture } from './store-picture.ts';

/**
 * Adds a picture to a member's photos, behind the others; the first becomes the main one. Its files exist before its
 * row does, and are removed again when the row is refused. Returns the photo's id.
 * Throws photo.limit-free and photo.limit (specification, section 9), and what `storePicture` throws.
 */
export async function keepPhoto(context: AppContext, memberId: string, bytes: Uint8Array): Promise<string> {
  // Asked once before the work, for the member who is at the limit anyway; only the second answer counts.
  await refuseFull(context.database, memberId);
  const owner = { kind: 'member', id: memberId } as const;
  const photoId = randomUUID();
  try {
    const { width, height } = await storePicture(context, owner, photoId, bytes);
    await context.database.transaction(async (tx: Transaction) => {
      await holdPhotos(tx, memberId);
      await refuseFull(tx, memberId);
      await tx.run(insertPhoto, [memberId, photoId, width, height, context.clock.now()]);
      await notePhotos(tx, memberId);
      tx.afterCommit(() => context.bus.publish(memberId, { type: 'profile' }));
    });
  } catch (error) {
    await removePicture(context, owner, photoId);
    throw error;
  }
  return photoId;
}

async function refuseFull(reader: Reader, memberId: string): Promise<void> {
  const room = await reader.first(findRoom, [memberId]);
  must(room, 'profile.not-found');
  const max = photosMaxOf(room);
  if (room.photos < max) return;
  if (max === freePhotosMax) refuse('photo.limit-free', { max, premium_max: premiumPhotosMax });
  refuse('photo.limit', { max });
}
