import { listVisibleSummaries } from '../members/visibility/list-visible-summaries.ts';
import type { Handler } from '../platform/handler.ts';
import { announceOldest } from './queries.ts';

/**
 * Returns the sender of the oldest received like that was neither announced nor seen, if the member can write to them;
 * null (204) if there is none. It only announces a real like and never creates one (specification, section 7).
 */
export const getAutoLike: Handler<'getAutoLike'> = async (_input, { context, member, site }) => {
  const like = await context.database.first(announceOldest, { memberId: member.id, now: context.clock.now() });
  if (!like) return null;
  const summaries = await listVisibleSummaries(context, { site, viewerId: member.id }, [like.sender_id]);
  return summaries.get(like.sender_id) ?? null;
};
