import { trackingKeptMonths } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';
import { monthsBefore } from '../platform/clock.ts';
import { purgeOldPostbacks } from './queries.ts';

/** Deletes what networks were told of members, once nobody disputes it any more. Runs every night. */
export async function purgePostbacks({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const before = monthsBefore(clock.now(), trackingKeptMonths);
  await database.transaction((tx) => tx.run(purgeOldPostbacks, { before }));
}
