import { closeForGood } from '../accounts/leaving/departures.ts';
import type { AppContext } from '../context.ts';
import { eraseMember } from './erase-member.ts';
import { listErasures } from './erasure-ledger.ts';
import { findErasures, findUnerased, insertErasure } from './queries.ts';

/**
 * Erases again the members whom the ledger lists as erased but the database still has, as after the restore of an older
 * backup. Runs at every start, before any request is served. Returns the number of members it erased.
 */
export async function replayErasures(context: AppContext): Promise<number> {
  const { database, clock } = context;
  let erased = 0;
  for await (const hashes of listErasures(context)) {
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
  if (erased > 0) context.log.warn({ event: 'erasures-replayed', members: erased }, 'erasures were replayed');
  return erased;
}
