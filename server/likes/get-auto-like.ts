import { listVisibleSummaries } from '../members/visibility/list-visible-summaries.ts';
import type { Handler } from '../platform/handler.ts';
import { announceOldest } from './queries.ts';

/**
 * The oldest received like that was neither announced nor seen, of a sender who can be reached; null (204) when there
 * is none. It announces what a member did and never makes a like (specification, section 7).
 */
export const getAutoLike: Handler<'getAutoLike'> = async (_input, { context, member, site }) => {
  const like = await context.database.first(announceOldest, { memberId: member.id, now: context.clock.now() });
  if (!like) return null;
  const summaries = await listVisibleSummaries(context, { site, viewerId: member.id }, [like.sender_id]);
  return summaries.get(like.sender_id) ?? null;
};
