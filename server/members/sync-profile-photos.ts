import type { Transaction } from '../platform/database/database.ts';
import { copyPhotos, lockProfile } from './queries.ts';

/** Locks a member's photos against concurrent changes until the transaction ends. */
export async function holdPhotos(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(lockProfile, { memberId });
}

/** Copies the main photo and the number of photos into the profile after the photos have changed. */
export async function syncProfilePhotos(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(copyPhotos, { memberId });
}
