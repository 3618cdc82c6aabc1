import { trackingKeptMonths } from '../../contract/sources/limits.ts';
import type { AppContext } from '../context.ts';
import { monthsBefore } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { deletePostbacks, purgeOldPostbacks } from './queries.ts';

/** Erases sent and waiting postbacks about a member. */
export async function erasePostbacks(database: Database, memberId: MemberId): Promise<void> {
  await database.transaction((tx) => tx.run(deletePostbacks, { memberId }));
}

/** Deletes postbacks that are too old to be disputed. Runs every night. */
export async function purgePostbacks({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const before = monthsBefore(clock.now(), trackingKeptMonths);
  await database.transaction((tx) => tx.run(purgeOldPostbacks, { before }));
}
