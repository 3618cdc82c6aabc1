import { findVisibleSummary } from '../members/list-summaries.ts';
import type { Handler } from '../platform/handler.ts';
import { announceOldest } from './queries.ts';

/** Announces the oldest real like, if the member can write back; otherwise null (204) (specification, section 7). */
export const getAutoLike: Handler<'getAutoLike'> = async (_input, { context, member, site }) => {
  const like = await context.database.first(announceOldest, { memberId: member.id, now: context.clock.now() });
  if (!like) return null;
  return (await findVisibleSummary(context, { site, viewerId: member.id }, like.sender_id)) ?? null;
};
