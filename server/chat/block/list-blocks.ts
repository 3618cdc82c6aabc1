import { listVisibleSummaries } from '../../members/visibility/list-visible-summaries.ts';
import type { Handler } from '../../platform/handler.ts';
import { listBlocked } from '../queries.ts';

/** Returns the members that the caller has blocked and may still see, latest first. */
export const listBlocks: Handler<'listBlocks'> = async (_input, { context, site, member }) => {
  const rows = await context.database.all(listBlocked, { memberId: member.id });
  const ids = rows.map((row) => row.blocked_id);
  const summaries = await listVisibleSummaries(context, { site, viewerId: member.id }, ids);
  return { profiles: ids.flatMap((id) => summaries.get(id) ?? []) };
};
