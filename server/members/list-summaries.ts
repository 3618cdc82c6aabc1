import type { ProfileSummary } from '../../contract/members/operations.ts';
import type { AppContext } from '../context.ts';
import { listProfileSummaries } from './list-profile-summaries.ts';
import type { Looking } from './visibility/find-visible.ts';

/**
 * Returns the public fields of members for one viewer, by id; unknown ids are missing. Does not check visibility: use
 * it for ids that a query has filtered, and `listVisibleSummaries` otherwise.
 */
export async function listSummaries(
  context: AppContext,
  { site, viewerId }: Looking,
  ids: readonly string[],
): Promise<Map<string, ProfileSummary>> {
  const pairs = ids.map((otherId) => ({ viewerId, otherId }));
  const summaries = await listProfileSummaries(context, context.database, pairs, site);
  return new Map(summaries.flatMap((summary) => (summary ? [[summary.id, summary]] : [])));
}
