import { hydrate } from '../../members/list-summaries.ts';
import type { Handler } from '../../platform/handler.ts';
import { listBlocked } from '../queries.ts';

export const listBlocks: Handler<'listBlocks'> = async (_input, { context, site, member }) => {
  const rows = await context.database.all(listBlocked, { memberId: member.id });
  const seen = await hydrate(context, { site, viewerId: member.id }, rows, (row) => row.blocked_id);
  return { profiles: seen.map(({ profile }) => profile) };
};
