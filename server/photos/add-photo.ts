import { freePhotosMax, premiumPhotosMax } from '../../contract/photos/limits.ts';
import type { AppContext } from '../context.ts';
import type { Reader } from '../platform/database/database.ts';
import { must, Failure } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { createId } from '../platform/ids.ts';
import type { PhotoApproval } from '../settings/rules.ts';
import { changePhotos } from './change-photos.ts';
import { listOwnPhotos } from './list-photos.ts';
import { enqueuePhoto, findPhotoUsage, insertPhoto } from './queries.ts';
import { getPhotosMax } from './rules.ts';
import { type Picture, storePicture } from './store-picture.ts';
import { claimPicture, discardPicture } from './unowned-pictures.ts';

/**
 * Adds a photo to the own profile: at most 3, or 25 with premium, even when calls race (specification, sections 6 and
 * 9). Throws photo.limit-free, photo.limit, photo.type, photo.too-large, photo.unreadable.
 */
export const addPhoto: Handler<'addPhoto'> = async (input, { context, site, member }) => {
  const photoId = await savePhoto(context, member.id, input.photo, site.photoApproval);
  const photos = await listOwnPhotos(context, member.id);
  const photo = photos.find(({ id }) => id === photoId);
  // Missing if another tab has deleted it in the meantime.
  must(photo, 'photo.not-found');
  return { photos, photo };
};

/**
 * Stores a photo and returns its id. The files are written before the row, and removed again if the row is refused.
 * Without `approval`, the photo is the operator's own and needs no review. Throws photo.limit-free and photo.limit
 * (specification, section 9), and the errors of `storePicture`.
 */
export async function savePhoto(
  context: AppContext,
  memberId: MemberId,
  picture: Picture,
  approval?: PhotoApproval,
): Promise<PhotoId> {
  // Saves a member at the limit the upload's work; the check inside the transaction decides.
  await refuseAtLimit(context.database, memberId);
  const owner = { kind: 'member', id: memberId } as const;
  const photoId = createId<PhotoId>();
  const { width, height } = await storePicture(context, owner, photoId, picture);
  try {
    await context.database.transaction((tx) =>
      changePhotos(context, tx, memberId, async () => {
        await refuseAtLimit(tx, memberId);
        const now = context.clock.now();
        const review = {
          status: approval === 'before' ? 'pending' : 'approved',
          checked: approval === undefined,
        } as const;
        await claimPicture(context, tx, photoId);
        await tx.run(insertPhoto, { memberId, photoId, ...review, width, height, now });
        if (approval) await tx.run(enqueuePhoto, { queue: approval, photoId, memberId, now });
        return true;
      }),
    );
  } catch (error) {
    // If the connection breaks during the commit, the row may exist. If it does not, the nightly sweep has the files.
    if (error instanceof Failure) await discardPicture(context, owner, photoId);
    throw error;
  }
  return photoId;
}

async function refuseAtLimit(reader: Reader, memberId: MemberId): Promise<void> {
  const usage = await reader.first(findPhotoUsage, { memberId });
  must(usage, 'profile.not-found');
  const max = getPhotosMax(usage);
  const isFree = max === freePhotosMax;
  must(usage.photos < max || !isFree, 'photo.limit-free', { max, premium_max: premiumPhotosMax });
  must(usage.photos < max, 'photo.limit', { max });
}
