import { dayIn, dayText } from '../../contract/platform/calendar.ts';
import { swipeAgainAfterDays } from '../../contract/likes/limits.ts';
import type { AppContext } from '../context.ts';
import { after, dayMs } from '../platform/clock.ts';
import { purgeSwipeDays, purgeSwipes, purgeWithdrawn } from './queries-erase.ts';

/** Deletes swipes, swipe days and withdrawn likes that have no more effect. Runs every night. */
export async function purgeLikes({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = after(now, -swipeAgainAfterDays * dayMs);
  await database.transaction(async (tx) => {
    await tx.run(purgeSwipes, { before });
    await tx.run(purgeSwipeDays, { before: dayText(dayIn('UTC', before)) });
    await tx.run(purgeWithdrawn, { before: after(now, -dayMs) });
  });
}
