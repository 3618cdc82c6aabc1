import type { AppContext } from '../context.ts';
import { lockPhotos, syncProfilePhotos } from '../members/write-profile.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import { type QueuedRow, dequeuePhoto, findQueued, listQueue, listIds, reorderPhotos } from './queries.ts';

export type { QueuedRow };

const queues = ['before', 'after'] as const;

/** Lists the photos that wait: those hidden until a decision first, then the others, oldest first. */
export async function listQueuedPhotos(reader: Reader, most: number): Promise<QueuedRow[]> {
  const rows = await Promise.all(queues.map((queue) => reader.all(listQueue, { queue, most })));
  return rows.flat().slice(0, most);
}

export async function findQueuedPhoto(reader: Reader, photoId: PhotoId): Promise<QueuedRow | undefined> {
  for (const queue of queues) {
    const row = await reader.first(findQueued, { queue, photoId });
    if (row) return row;
  }
  return undefined;
}

export async function forgetQueuedPhoto(tx: Transaction, photoId: PhotoId): Promise<void> {
  for (const queue of queues) await tx.run(dequeuePhoto, { queue, photoId });
}

/** Runs `change` under the member's lock; unless it returns undefined, renumbers the photos and tells the tabs. */
export async function changePhotos<T>(
  { bus }: Pick<AppContext, 'bus'>,
  tx: Transaction,
  memberId: MemberId,
  change: () => Promise<T>,
): Promise<T> {
  await lockPhotos(tx, memberId);
  const result = await change();
  if (result === undefined) return result;
  const photoIds = (await tx.all(listIds, { memberId })).map((row) => row.photo_id);
  await tx.run(reorderPhotos, { memberId, photoIds });
  await syncProfilePhotos(tx, memberId);
  tx.afterCommit(() => bus.publish(memberId, { type: 'profile' }));
  return result;
}
