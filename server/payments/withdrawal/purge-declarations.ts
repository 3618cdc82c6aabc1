import { declarationAnsweredKeptDays, declarationKeptYears } from '../../../contract/withdrawal/limits.ts';
import type { AppContext } from '../../context.ts';
import { after, dayMs } from '../../platform/clock.ts';
import { purgeRequests } from './queries.ts';

/**
 * Deletes declarations that are not needed any more: those about an order after three years, others 90 days after their
 * answer. Unanswered ones stay. Runs every night.
 */
export async function purgeDeclarations({ database, clock }: AppContext): Promise<void> {
  const now = clock.now();
  const matchedBefore = new Date(now);
  matchedBefore.setUTCFullYear(now.getUTCFullYear() - declarationKeptYears);
  const answeredBefore = after(now, -declarationAnsweredKeptDays * dayMs);
  await database.transaction((tx) => tx.run(purgeRequests, { matchedBefore, answeredBefore }));
}
