import { listVisibleSummaries } from '../members/visibility/list-visible-summaries.ts';
import type { Handler } from '../platform/handler.ts';
import { announceOldest } from './queries.ts';

/**
 * The sender of the oldest received like that was neither announced nor seen, if they can be written to; null (204) when
 * there is none. It only announces what a member did and never creates a like (specification, section 7).
 */
export const getAutoLike: Handler<'getAutoLike'> = async (_input, { context, member, site }) => {
  const like = await context.database.first(announceOldest, { memberId: member.id, now: context.clock.now() });
  if (!like) return null;
  const summaries = await listVisibleSummaries(context, { site, viewerId: member.id }, [like.sender_id]);
  return summaries.get(like.sender_id) ?? null;
};
