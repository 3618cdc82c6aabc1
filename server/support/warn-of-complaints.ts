import type { AppContext } from '../context.ts';
import { after, dayMs } from '../platform/clock.ts';
import { listWaiting } from './queries.ts';
import { warnedAfterDays } from './rules.ts';

const listMax = 200;

/** Logs an error for complaints open for days, and at once for abuse of children. Runs every morning. */
export async function warnOfComplaints({ database, clock, log }: AppContext): Promise<void> {
  const now = clock.now();
  const waiting = await database.all(listWaiting, { before: after(now, -warnedAfterDays * dayMs), limit: listMax });
  for (const { number, kind, received_at: receivedAt } of waiting)
    log.error(
      { event: 'complaint-waits', number, kind, days: Math.floor((now.getTime() - receivedAt.getTime()) / dayMs) },
      'a complaint waits for an answer: npm run staff -- list',
    );
}
