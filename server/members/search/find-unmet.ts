import { swipeAgainAfterDays } from '../../../contract/likes/limits.ts';
import type { SwipeProfile } from '../../../contract/likes/operations.ts';
import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { shownOn } from '../../../contract/members/shown-profile.ts';
import { anyCountry } from '../../../contract/platform/countries.ts';
import { after, dayMs } from '../../platform/clock.ts';
import type { MemberCall } from '../../platform/handler.ts';
import { countAndListSummaries } from '../limit-shown.ts';
import { findViewer, listTraits } from '../queries.ts';
import { sharedBetween } from '../suggest/rules.ts';
import { agesNear, readFilters } from './filters.ts';
import { findMembers } from './find-members.ts';

/**
 * Skips members without a photo, liked or recently swiped. Members near the caller's age come first, and other
 * countries only after the last member of a search without filters. Reads no replica, which may lack the last swipe.
 */
export async function findUnmet(call: MemberCall, except: readonly string[]): Promise<SwipeProfile | null> {
  const { context, site, member, country } = call;
  const viewer = await context.database.first(findViewer, { memberId: member.id });
  if (!viewer) return null;
  const now = context.clock.now();
  const unmetSince = after(now, -swipeAgainAfterDays * dayMs);
  for (const reach of [agesNear(call, viewer), {}, { country: anyCountry } as const]) {
    const looking = { site, viewerId: member.id, viewer, country, now };
    const filters = { ...readFilters({ with_photo: true, ...reach }, looking), except, unmetSince };
    const id = (await findMembers(context, filters, 1, context.database)).ids[0];
    if (id === undefined) continue;
    const [found] = await countAndListSummaries(call, [id]);
    return found ? addShared(call, found) : null;
  }
  return null;
}

export async function addShared(call: MemberCall, summary: ProfileSummary): Promise<SwipeProfile | null> {
  const { context, site, member } = call;
  const [viewer, [other]] = await Promise.all([
    context.database.first(findViewer, { memberId: member.id }),
    context.database.all(listTraits, { memberIds: [summary.id] }),
  ]);
  if (!viewer || !other) return null;
  const shown = shownOn(site.settings, { isMember: true });
  return { ...summary, shared: sharedBetween(viewer, other, shown, context.clock.now()) };
}
