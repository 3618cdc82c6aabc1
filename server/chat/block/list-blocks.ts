import { listSummaries } from '../../members/list-summaries.ts';
import type { Handler } from '../../platform/handler.ts';
import { listBlocked } from '../queries.ts';

/** The members that the member has blocked, latest first; without those who blocked them back. */
export const listBlocks: Handler<'listBlocks'> = async (_input, call) => {
  const rows = await call.context.database.all(listBlocked, [call.member.id]);
  const ids = rows.map((row) => row.blocked_id);
  const faces = await listSummaries(call.context, call.member.id, ids);
  return { profiles: ids.map((id) => faces.get(id)).filter((profile) => profile !== undefined) };
};
