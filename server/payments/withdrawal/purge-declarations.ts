import { declarationAnsweredKeptDays, declarationKeptYears } from '../../../contract/limits.ts';
import type { AppContext } from '../../context.ts';
import { after, dayMs } from '../../platform/clock.ts';
import { purgeRequests } from './queries.ts';

/**
 * Deletes declarations without a login that nobody needs any more. One about an order proves what was declared and goes
 * with the time in which somebody can still rely on it; one that matches no order goes a while after its answer. What
 * nobody has answered stays. Runs every night.
 */
export async function purgeDeclarations({ database, clock }: AppContext): Promise<void> {
  const now = clock.now();
  const matchedBefore = new Date(now);
  matchedBefore.setUTCFullYear(now.getUTCFullYear() - declarationKeptYears);
  const answeredBefore = after(now, -declarationAnsweredKeptDays * dayMs);
  await database.transaction((tx) => tx.run(purgeRequests, { matchedBefore, answeredBefore }));
}
