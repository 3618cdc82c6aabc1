import { type Interest, isInterest } from '../../contract/members/interests.ts';
import { shownOn } from '../../contract/members/shown-profile.ts';
import { townById } from '../geo/towns.ts';
import type { MemberCall } from '../platform/handler.ts';
import { limitShown } from './limit-shown.ts';
import { findSaid } from './queries.ts';
import { findVisible } from './visibility/find-visible.ts';

/** The parts of a profile that an icebreaker can name. */
export interface SaidOnProfile {
  interests: readonly Interest[];
  /** The town's name. */
  town: string | null;
}

/**
 * Returns the interests and the town that a member may see on a profile. Counts as being shown the member, but does
 * not mark their like as seen. Throws profile.not-found, profile.blocked-you, request.too-many.
 */
export async function saidOnProfile(call: MemberCall, ownerId: string): Promise<SaidOnProfile> {
  const { context, site, member } = call;
  await findVisible(context.database, { site, viewerId: member.id }, ownerId);
  limitShown(call, [ownerId]);
  const said = await context.database.first(findSaid, { memberId: ownerId });
  const { fields, interests } = shownOn(site.settings, { isMember: true });
  return {
    interests: (said?.interests ?? []).filter(isInterest).filter((interest) => interests.has(interest)),
    town: (fields.has('town') && said?.town && townById(said.town)?.name) || null,
  };
}
