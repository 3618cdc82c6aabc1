import { swipeAgainAfterDays } from '../../../contract/likes/limits.ts';
import type { SwipeProfile } from '../../../contract/likes/swipes.ts';
import { after, dayMs } from '../../platform/clock.ts';
import type { MemberCall } from '../../platform/handler.ts';
import { limitShown } from '../limit-shown.ts';
import { agesNear } from './ages-near.ts';
import { findSeeker } from '../queries.ts';
import { findMembers } from './find-members.ts';
import { withShared } from '../suggest/with-shared.ts';
import type { Filters } from './filters.ts';
import { readFilters } from './read-filters.ts';
import { summariesInOrder } from './search-profiles.ts';

/**
 * Returns the first member in search order with a photo whom the caller neither liked nor recently swiped, and their
 * common traits; members near the caller's age come first. Null if nobody is left. `except`: further ids to leave out.
 */
export async function findUnmet(call: MemberCall, except: readonly string[]): Promise<SwipeProfile | null> {
  const { context, site, member, country } = call;
  const searcher = (await context.database.first(findSeeker, { memberId: member.id })) ?? null;
  if (!searcher) return null;
  const now = context.clock.now();
  for (const ages of [agesNear(call, searcher), {}]) {
    const query = { with_photo: true, ...ages };
    const filters: Filters = {
      ...readFilters(query, { site, viewerId: member.id, searcher, country, now }),
      except,
      unmetSince: after(now, -swipeAgainAfterDays * dayMs),
    };
    const id = (await findMembers(context, filters, 1)).ids[0];
    if (id === undefined) continue;
    limitShown(call, [id]);
    const [found] = await summariesInOrder(context, { site, viewerId: member.id }, [id]);
    return found ? withShared(call, found) : null;
  }
  return null;
}
