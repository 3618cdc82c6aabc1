import { complaintKeptMonths } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';
import { monthsBefore } from '../platform/clock.ts';
import { purgeClosed } from './queries.ts';

/**
 * Deletes complaints and reports whose outcome nobody can contest any more, with their evidence and answers. What is open
 * stays, and so does what staff did (`desk_acts`), which names nobody but staff. Runs every night.
 */
export async function purgeComplaints({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const before = monthsBefore(clock.now(), complaintKeptMonths);
  await database.transaction((tx) => tx.run(purgeClosed, { before }));
}
