import type { Transaction } from '../platform/database/database.ts';
import { listIds, reorderPhotos } from './queries.ts';

/** Numbers a member's photos from 0 without gaps, in their order, rejected ones last. */
export async function renumberPhotos(tx: Transaction, memberId: string): Promise<void> {
  const photoIds = (await tx.all(listIds, { memberId })).map((row) => row.photo_id);
  await tx.run(reorderPhotos, { memberId, photoIds });
}
