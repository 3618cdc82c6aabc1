import type { AppContext } from '../../context.ts';
import { after, dayMs } from '../../platform/clock.ts';
import { purgeDigests } from './queries.ts';

const keptDays = 35;

/** Deletes old rows of weekly emails and unread reminders. Runs every night. */
export async function purgeOldDigests({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  await database.transaction((tx) => tx.run(purgeDigests, { before: after(clock.now(), -keptDays * dayMs) }));
}
