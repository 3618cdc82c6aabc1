import type { AppContext } from '../context.ts';
import { syncProfilePhotos } from '../members/write-profile.ts';
import { forgetQueuedPhoto } from './change-photos.ts';
import { deleteAllPhotos, deleteDecisions, listIds } from './queries.ts';
import { removePictures } from './picture-files.ts';

/** Erases photos: files before rows, which lead a repeated run to the files that are left. */
export async function erasePhotos(context: AppContext, memberId: MemberId): Promise<void> {
  const { database } = context;
  await removePictures(context, { kind: 'member', id: memberId });
  const photoIds = (await database.all(listIds, { memberId })).map((row) => row.photo_id);
  await database.transaction(async (tx) => {
    for (const photoId of photoIds) await forgetQueuedPhoto(tx, photoId);
    await tx.run(deleteDecisions, { photoIds });
    await tx.run(deleteAllPhotos, { memberId });
    await syncProfilePhotos(tx, memberId);
  });
}
