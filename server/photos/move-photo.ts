import { moveTo } from '../../contract/photos/photo-rules.ts';
import type { Handler } from '../platform/handler.ts';
import { holdPhotos, syncProfilePhotos } from '../members/sync-profile-photos.ts';
import { must, refuseFields } from '../platform/failure.ts';
import { listOwnPhotos } from './list-own-photos.ts';
import { reorderPhotos, listIds } from './queries.ts';
import { renumberPhotos } from './renumber-photos.ts';

/** Moves one of the member's photos to a position; 0 makes it the main photo. Throws photo.not-found. */
export const movePhoto: Handler<'movePhoto'> = async ({ id, main, position }, { context, member }) => {
  const place = main ? 0 : position;
  if (place === undefined) refuseFields({ position: 'field.missing' });
  const photos = await context.database.transaction(async (tx) => {
    await holdPhotos(tx, member.id);
    const ids = (await tx.all(listIds, { memberId: member.id })).map((row) => row.photo_id);
    must(ids.includes(id), 'photo.not-found');
    await tx.run(reorderPhotos, { memberId: member.id, photoIds: moveTo(ids, id, place ?? 0) });
    // Keeps rejected photos last.
    await renumberPhotos(tx, member.id);
    await syncProfilePhotos(tx, member.id);
    tx.afterCommit(() => context.bus.publish(member.id, { type: 'profile' }));
    return listOwnPhotos(context, member.id, tx);
  });
  return { photos };
};
