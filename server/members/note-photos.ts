import type { Transaction } from '../platform/database/database.ts';
import { copyPhotos, lockProfile } from './queries.ts';

/** Makes the changes of a member's photos wait for one another until the end of the transaction. */
export async function holdPhotos(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(lockProfile, { memberId });
}

/** Takes the main photo and the number of photos over into the profile, after the photos changed. */
export async function notePhotos(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(copyPhotos, { memberId });
}
