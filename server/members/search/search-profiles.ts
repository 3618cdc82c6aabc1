import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { searchCountMax, searchPagesMax } from '../../../contract/members/limits.ts';
import { admitsSearch, hasTrafficSource } from '../../../contract/sources/tracking.ts';
import type { AppContext } from '../../context.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { limitShown } from '../limit-shown.ts';
import { findMembers } from './find-members.ts';
import { listSummaries } from '../list-summaries.ts';
import { findSeeker } from '../queries.ts';
import type { Looking } from '../visibility/find-visible.ts';
import { readFilters } from './read-filters.ts';

/**
 * Returns a page of mutually compatible members (specification, sections 3 and 6): online now first, then by last
 * activity. `numResults` is exact up to 1,000; above that it is 1,000 and `more` is set. Throws search.members-only.
 */
export const searchProfiles: Handler<'searchProfiles'> = async (query, call) => {
  const { context, site, member, country, tracking } = call;
  must(member || admitsSearch(site.settings, hasTrafficSource(tracking)), 'search.members-only');
  const { pageNumber = 1 } = query;
  const viewerId = member?.id ?? null;
  const searcher = viewerId ? ((await context.database.first(findSeeker, { memberId: viewerId })) ?? null) : null;
  const filters = readFilters(query, { site, viewerId, searcher, country, now: context.clock.now() });
  const { ids, found } = await findMembers(context, filters, Math.min(pageNumber, searchPagesMax));
  const shown = pageNumber > searchPagesMax ? [] : ids;
  limitShown(call, shown);
  return {
    results: await summariesInOrder(context, { site, viewerId }, shown),
    numResults: Math.min(found, searchCountMax),
    more: found > searchCountMax,
    pageNumber,
  };
};

/** Profile summaries in the order of `ids`. */
export async function summariesInOrder(
  context: AppContext,
  looking: Looking,
  ids: readonly string[],
): Promise<ProfileSummary[]> {
  const summaries = await listSummaries(context, looking, ids);
  return ids.map((id) => summaries.get(id)).filter((summary) => summary !== undefined);
}
