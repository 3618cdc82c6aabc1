import { closeForGood } from '../accounts/deletion/deletions.ts';
import type { AppContext } from '../context.ts';
import { eraseMember } from './erase-member.ts';
import { listErasures } from './ledger.ts';
import { findErasures, findUnerased, findUnreadDays, insertErasure, setReadUntil } from './queries.ts';

/**
 * Erases again members whom the ledger lists but the database still has, at every start before any request. Reads the
 * days since the last start, or the whole ledger if `all`. A restored database has the day of an older start, so it
 * misses nothing. Returns the number of members.
 */
export async function replayErasures(context: AppContext, { all = false } = {}): Promise<number> {
  const { database, clock } = context;
  const days = await database.first(findUnreadDays);
  let erased = 0;
  for await (const hashes of listErasures(context, all ? null : (days?.since ?? null))) {
    const seen = new Set((await database.all(findErasures, { hashes })).map((row) => row.member_hash));
    const missing = hashes.filter((one) => !seen.has(one));
    if (missing.length === 0) continue;
    for (const { member_id: memberId } of await database.all(findUnerased, { hashes: missing })) {
      await closeForGood(database, memberId, { evenIfActive: true });
      await eraseMember(context, memberId);
      erased += 1;
    }
    // Also those without a row: the backup may be older than their sign-up.
    for (const memberHash of missing)
      await database.transaction((tx) => tx.run(insertErasure, { memberHash, now: clock.now() }));
  }
  if (days && !all) await database.transaction((tx) => tx.run(setReadUntil, { today: days.today }));
  if (erased > 0) context.log.warn({ event: 'erasures-replayed', members: erased }, 'erasures were replayed');
  return erased;
}
