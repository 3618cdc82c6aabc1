import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { shownOn } from '../../../contract/members/shown-profile.ts';
import type { SwipeProfile } from '../../../contract/likes/swipes.ts';
import type { MemberCall } from '../../platform/handler.ts';
import { findSeeker } from '../queries.ts';
import { listTraits } from './queries.ts';
import { sharedBetween } from './rules.ts';

/** Adds the traits that the member and the caller have in common. Null if either profile is missing. */
export async function withShared(call: MemberCall, summary: ProfileSummary): Promise<SwipeProfile | null> {
  const { context, site, member } = call;
  const [searcher, [other]] = await Promise.all([
    context.database.first(findSeeker, { memberId: member.id }),
    context.database.all(listTraits, { memberIds: [summary.id] }),
  ]);
  if (!searcher || !other) return null;
  const shown = shownOn(site.settings, { isMember: true });
  return { ...summary, shared: sharedBetween(searcher, other, shown, context.clock.now()) };
}
