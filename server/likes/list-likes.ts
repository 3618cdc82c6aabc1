import { listSummaries } from '../members/list-summaries.ts';
import type { Handler } from '../platform/handler.ts';
import { listGiven, listReceived } from './queries.ts';
import { toReceivedLike } from './present.ts';

const listedMax = 500;

/**
 * The members liked, newest first, and the likes received, new ones first (specification, section 4). Who is blocked,
 * not confirmed or banned is in neither; at most 500 of each.
 */
export const listLikes: Handler<'listLikes'> = async (_input, { context, member }) => {
  const [given, received] = await Promise.all([
    context.database.all(listGiven, [member.id, listedMax]),
    context.database.all(listReceived, [member.id, listedMax]),
  ]);
  const ids = [...given.map((row) => row.receiver_id), ...received.map((row) => row.sender_id)];
  const summaries = await listSummaries(context, member.id, [...new Set(ids)]);
  return {
    profiles: given.map((row) => summaries.get(row.receiver_id)).filter((one) => one !== undefined),
    liked_by: received.flatMap((row) => {
      const summary = summaries.get(row.sender_id);
      return summary ? [toReceivedLike(summary, row)] : [];
    }),
  };
};
