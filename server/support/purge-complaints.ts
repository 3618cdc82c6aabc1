import { complaintKeptMonths } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';
import { monthsBefore } from '../platform/clock.ts';
import { listContested, purgeClosed, purgeMeasures } from './queries.ts';

/**
 * Deletes complaints, reports and measures that nobody can contest any more, with their evidence and answers. What is open
 * stays, and so does what is contested, and what staff did (`desk_acts`), which names nobody but staff. Runs every night.
 */
export async function purgeComplaints({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const before = monthsBefore(clock.now(), complaintKeptMonths);
  await database.transaction(async (tx) => {
    const but = (await tx.all(listContested, {})).map(({ number }) => number);
    await tx.run(purgeClosed, { before, but });
    await tx.run(purgeMeasures, { before, but });
  });
}
