import type { Handler } from '../../platform/handler.ts';
import { listVisibleSummaries } from '../visibility/list-visible-summaries.ts';
import { listHides } from './queries.ts';

/** Lists the members whom the caller hides and may still see, latest first. */
export const listHidden: Handler<'listHidden'> = async (_input, { context, site, member }) => {
  const rows = await context.database.all(listHides, { memberId: member.id });
  const ids = rows.map((row) => row.hidden_id);
  const summaries = await listVisibleSummaries(context, { site, viewerId: member.id }, ids);
  return { profiles: ids.flatMap((id) => summaries.get(id) ?? []) };
};
