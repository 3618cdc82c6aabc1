import type { Database, Transaction } from '../platform/database/database.ts';
import { type QueuedRow, dequeuePhoto, findQueued, listQueue } from './queries-approval.ts';

/** Photos that nobody has seen yet come first. */
const queues = ['before', 'after'] as const;

/** Up to `most` photos that wait for a decision, those that others do not see yet first, then the oldest. */
export async function listQueuedPhotos(database: Database, most: number): Promise<QueuedRow[]> {
  const rows = await Promise.all(queues.map((queue) => database.all(listQueue, { queue, most })));
  return rows.flat().slice(0, most);
}

/** The photo if it waits for a decision. */
export async function findQueuedPhoto(database: Database, photoId: string): Promise<QueuedRow | undefined> {
  const rows = await Promise.all(queues.map((queue) => database.first(findQueued, { queue, photoId })));
  return rows.find((row) => row !== undefined);
}

/** A photo that its owner deletes waits no longer. */
export async function forgetQueuedPhoto(tx: Transaction, photoId: string): Promise<void> {
  for (const queue of queues) await tx.run(dequeuePhoto, { queue, photoId });
}
