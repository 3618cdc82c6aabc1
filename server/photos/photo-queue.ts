import type { Reader, Transaction } from '../platform/database/database.ts';
import { type QueuedRow, dequeuePhoto, findQueued, listQueue } from './queries-approval.ts';

export type { QueuedRow };

/** Photos that nobody has seen yet come first. */
const queues = ['before', 'after'] as const;

/** Lists up to `most` photos that wait for a decision: first those that are hidden until then, then the oldest. */
export async function listQueuedPhotos(reader: Reader, most: number): Promise<QueuedRow[]> {
  const rows = await Promise.all(queues.map((queue) => reader.all(listQueue, { queue, most })));
  return rows.flat().slice(0, most);
}

/** Returns the photo if it waits for a decision. */
export async function findQueuedPhoto(reader: Reader, photoId: string): Promise<QueuedRow | undefined> {
  for (const queue of queues) {
    const row = await reader.first(findQueued, { queue, photoId });
    if (row) return row;
  }
  return undefined;
}

/** Removes a photo from the queues. */
export async function forgetQueuedPhoto(tx: Transaction, photoId: string): Promise<void> {
  for (const queue of queues) await tx.run(dequeuePhoto, { queue, photoId });
}
