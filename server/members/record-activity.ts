import type { AppContext } from '../context.ts';
import { batchReads } from '../platform/database/batch-reads.ts';
import { touchProfiles } from './queries.ts';

// Ten thousand open tabs send 300 heartbeats a second; those of one event-loop turn share a statement.
const touch = batchReads<{ memberId: string; now: Date }, never>(async (database, here) => {
  const ids = new Set(here.map(({ memberId }) => memberId));
  const [first] = here;
  if (first) await database.all(touchProfiles, { memberIds: [...ids], now: first.now });
  return [];
});

/** Records that a member is active now; `online` is derived from it. */
export async function recordActivity(context: AppContext, memberId: string): Promise<void> {
  await touch(context.database, { memberId, now: context.clock.now() });
}
