import { searchCountMax, searchPagesMax } from '../../../contract/members/limits.ts';
import { admitsSearch, hasTrafficSource } from '../../../contract/sources/tracking.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { countAndListSummaries } from '../limit-shown.ts';
import { findViewer } from '../queries.ts';
import { readFilters } from './filters.ts';
import { findMembers } from './find-members.ts';

/**
 * Returns compatible members, online first, then by last activity (specification, sections 3 and 6). `numResults` is
 * exact up to 1,000; above that it is 1,000 and `more` is set. Throws search.members-only.
 */
export const searchProfiles: Handler<'searchProfiles'> = async (query, call) => {
  const { context, site, member, country, visit } = call;
  must(member || admitsSearch(site.settings, hasTrafficSource(visit.tracking)), 'search.members-only');
  const { pageNumber = 1 } = query;
  const viewerId = member?.id ?? null;
  const viewer = viewerId ? ((await context.database.first(findViewer, { memberId: viewerId })) ?? null) : null;
  const filters = readFilters(query, { site, viewerId, viewer, country, now: context.clock.now() });
  const { ids, found } = await findMembers(context, filters, Math.min(pageNumber, searchPagesMax));
  const shown = pageNumber > searchPagesMax ? [] : ids;
  return {
    results: await countAndListSummaries(call, shown),
    numResults: Math.min(found, searchCountMax),
    more: found > searchCountMax,
    pageNumber,
  };
};
