import { listVisibleSummaries } from '../../members/visibility/list-visible-summaries.ts';
import type { Handler } from '../../platform/handler.ts';
import { listBlocked } from '../queries.ts';

/** The members that the member has blocked, latest first, as far as the member may still see them. */
export const listBlocks: Handler<'listBlocks'> = async (_input, { context, site, member }) => {
  const rows = await context.database.all(listBlocked, { memberId: member.id });
  const ids = rows.map((row) => row.blocked_id);
  const summaries = await listVisibleSummaries(context, { site, viewerId: member.id }, ids);
  return { profiles: ids.flatMap((id) => summaries.get(id) ?? []) };
};
