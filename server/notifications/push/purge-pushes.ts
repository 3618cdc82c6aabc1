import { lowestId } from '../../../contract/platform/id.ts';
import { isSessionAlive } from '../../accounts/sessions/sessions.ts';
import type { AppContext } from '../../context.ts';
import { pageSubscriptions } from './queries.ts';
import { dropSubscriptions } from './subscriptions.ts';

const pageSize = 500;

/** Deletes subscriptions of expired sessions, which get no pushes meanwhile. Runs every night. */
export async function purgePushes({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  let [memberAfter, subscriptionAfter]: [string, string] = [lowestId, lowestId];
  for (;;) {
    const rows = await database.all(pageSubscriptions, { memberAfter, subscriptionAfter, limit: pageSize });
    // The reads of one page are batched into one statement.
    const alive = await Promise.all(rows.map((row) => isSessionAlive(database, row.session_hash, row.member_id, now)));
    for (const [index, row] of rows.entries())
      if (!alive[index]) await database.transaction((tx) => dropSubscriptions(tx, row.member_id, [row]));
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    [memberAfter, subscriptionAfter] = [last.member_id, last.subscription_id];
  }
}
