import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { changePhotos, forgetQueuedPhoto } from './change-photos.ts';
import { listOwnPhotos } from './list-photos.ts';
import { removePhoto } from './queries.ts';
import { disownPicture } from './unowned-pictures.ts';

export const deletePhoto: Handler<'deletePhoto'> = async ({ id }, { context, member }) => {
  const photos = await context.database.transaction(async (tx) => {
    await changePhotos(context, tx, member.id, async () => {
      must((await tx.run(removePhoto, { memberId: member.id, photoId: id })) === 1, 'photo.not-found');
      await forgetQueuedPhoto(tx, id);
      await disownPicture(context, tx, { kind: 'member', id: member.id }, id);
      return true;
    });
    return listOwnPhotos(context, member.id, tx);
  });
  return { photos };
};
