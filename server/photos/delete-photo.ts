import type { Handler } from '../platform/handler.ts';
import { holdPhotos, syncProfilePhotos } from '../members/sync-profile-photos.ts';
import { must } from '../platform/failure.ts';
import { listOwnPhotos } from './list-own-photos.ts';
import { forgetQueuedPhoto } from './photo-queue.ts';
import { removePhoto } from './queries.ts';
import { renumberPhotos } from './renumber-photos.ts';
import { removePicture } from './store-picture.ts';

/** Deletes one of the member's photos, and its files after the commit; later photos move up. Throws photo.not-found. */
export const deletePhoto: Handler<'deletePhoto'> = async ({ id }, { context, member }) => {
  const photos = await context.database.transaction(async (tx) => {
    await holdPhotos(tx, member.id);
    must((await tx.run(removePhoto, { memberId: member.id, photoId: id })) === 1, 'photo.not-found');
    await forgetQueuedPhoto(tx, id);
    await renumberPhotos(tx, member.id);
    await syncProfilePhotos(tx, member.id);
    tx.afterCommit(() => removePicture(context, { kind: 'member', id: member.id }, id));
    tx.afterCommit(() => context.bus.publish(member.id, { type: 'profile' }));
    return listOwnPhotos(context, member.id, tx);
  });
  return { photos };
};
