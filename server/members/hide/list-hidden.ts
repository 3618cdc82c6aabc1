import type { Handler } from '../../platform/handler.ts';
import { hydrate } from '../list-summaries.ts';
import { listHides } from '../queries.ts';

export const listHidden: Handler<'listHidden'> = async (_input, { context, site, member }) => {
  const rows = await context.database.all(listHides, { memberId: member.id });
  const seen = await hydrate(context, { site, viewerId: member.id }, rows, (row) => row.hidden_id);
  return { profiles: seen.map(({ profile }) => profile) };
};
