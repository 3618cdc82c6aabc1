import type { ProfileSummary } from '../../../contract/members/operations.ts';
import type { AppContext } from '../../context.ts';
import { listSummaries } from '../list-summaries.ts';
import { findRelationships } from './find-relationships.ts';
import type { Looking } from './find-visible.ts';
import { asSeen, deriveSight } from './rules.ts';

/** Returns members as one viewer may see them now, by id; members that no list may show them are missing. */
export async function listVisibleSummaries(
  context: AppContext,
  { site, viewerId }: Looking,
  ids: readonly string[],
): Promise<Map<string, ProfileSummary>> {
  const views = ids.map((otherId) => ({ viewerId, otherId, site }));
  const [summaries, relationships] = await Promise.all([
    listSummaries(context, { site, viewerId }, ids),
    findRelationships(context.database, views),
  ]);
  return new Map(
    relationships.flatMap((relationship) => {
      const summary = relationship && summaries.get(relationship.other_id);
      const seen = summary && asSeen(summary, deriveSight(relationship));
      return seen ? [[seen.id, seen]] : [];
    }),
  );
}
