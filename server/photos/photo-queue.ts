import type { Reader, Transaction } from '../platform/database/database.ts';
import { type QueuedRow, dequeuePhoto, findQueued, listQueue } from './queries-approval.ts';

export type { QueuedRow };

/** Photos that nobody has seen yet come first. */
const queues = ['before', 'after'] as const;

/** Up to `most` photos that wait for a decision, those that others do not see yet first, then the oldest. */
export async function listQueuedPhotos(reader: Reader, most: number): Promise<QueuedRow[]> {
  const rows = await Promise.all(queues.map((queue) => reader.all(listQueue, { queue, most })));
  return rows.flat().slice(0, most);
}

/** The photo if it waits for a decision. */
export async function findQueuedPhoto(reader: Reader, photoId: string): Promise<QueuedRow | undefined> {
  for (const queue of queues) {
    const row = await reader.first(findQueued, { queue, photoId });
    if (row) return row;
  }
  return undefined;
}

/** A photo that its owner deletes waits no longer. */
export async function forgetQueuedPhoto(tx: Transaction, photoId: string): Promise<void> {
  for (const queue of queues) await tx.run(dequeuePhoto, { queue, photoId });
}
