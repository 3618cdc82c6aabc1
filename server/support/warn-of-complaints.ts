import type { AppContext } from '../context.ts';
import { after, dayMs } from '../platform/clock.ts';
import { listWaiting } from './queries.ts';
import { warnedAfterDays } from './rules.ts';

const listMax = 200;

/**
 * Raises an alert in the log for each complaint or report that has waited for days, and at once where it is about the abuse
 * of children. Runs every morning, until somebody has closed it.
 */
export async function warnOfComplaints({ database, clock, log }: AppContext): Promise<void> {
  const now = clock.now();
  const waiting = await database.all(listWaiting, { before: after(now, -warnedAfterDays * dayMs), limit: listMax });
  for (const { number, kind, received_at: receivedAt } of waiting)
    log.error(
      { event: 'complaint-waits', number, kind, days: Math.floor((now.getTime() - receivedAt.getTime()) / dayMs) },
      'a complaint waits for an answer: npm run desk -- list',
    );
}
