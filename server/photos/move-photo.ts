import { moveTo } from '../../contract/photos/photo-rules.ts';
import { must, refuseFields } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { changePhotos } from './change-photos.ts';
import { listOwnPhotos } from './list-photos.ts';
import { reorderPhotos, listIds } from './queries.ts';

export const movePhoto: Handler<'movePhoto'> = async ({ id, main, position }, { context, member }) => {
  const place = main ? 0 : position;
  if (place === undefined) refuseFields({ position: 'field.missing' });
  const photos = await context.database.transaction(async (tx) => {
    await changePhotos(context, tx, member.id, async () => {
      const ids = (await tx.all(listIds, { memberId: member.id })).map((row) => row.photo_id);
      must(ids.includes(id), 'photo.not-found');
      await tx.run(reorderPhotos, { memberId: member.id, photoIds: moveTo(ids, id, place ?? 0) });
      return true;
    });
    return listOwnPhotos(context, member.id, tx);
  });
  return { photos };
};
