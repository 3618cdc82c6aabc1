import { trackingKeptMonths } from '../../contract/sources/limits.ts';
import type { AppContext } from '../context.ts';
import { monthsBefore } from '../platform/clock.ts';
import { purgeOldPostbacks } from './queries.ts';

/** Deletes postbacks that are too old to be disputed. Runs every night. */
export async function purgePostbacks({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const before = monthsBefore(clock.now(), trackingKeptMonths);
  await database.transaction((tx) => tx.run(purgeOldPostbacks, { before }));
}
