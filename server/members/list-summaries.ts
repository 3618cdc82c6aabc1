import type { ProfileSummary } from '../../contract/members.ts';
import type { AppContext } from '../context.ts';
import { listProfileSummaries } from './list-profile-summaries.ts';

/**
 * The public fields of members for one viewer (null: a visitor), by id; unknown ids are not in it. Asks for no
 * visibility: for ids that a query has already filtered by it. Otherwise use `listVisibleSummaries`.
 */
export async function listSummaries(
  context: AppContext,
  viewerId: string | null,
  ids: readonly string[],
): Promise<Map<string, ProfileSummary>> {
  const pairs = ids.map((otherId) => ({ viewerId, otherId }));
  const summaries = await listProfileSummaries(context, context.database, pairs);
  return new Map(summaries.flatMap((summary) => (summary ? [[summary.id, summary]] : [])));
}
