import { searchCountMax, searchPagesMax } from '../../../contract/members/limits.ts';
import { admitsSearch, hasTrafficSource } from '../../../contract/sources/tracking.ts';
import { must } from '../../platform/failure.ts';
import type { Call, Handler } from '../../platform/handler.ts';
import type { Member } from '../../platform/session.ts';
import { countAndListSummaries } from '../limit-shown.ts';
import { type ViewerRow, findViewer } from '../queries.ts';
import { readFilters } from './filters.ts';
import { findMembers } from './find-members.ts';

/**
 * Returns compatible members in the order of `buildSlices` (specification, sections 3 and 6). `numResults` is exact up
 * to 1,000; above that it is 1,000 and `more` is set. Throws search.members-only.
 */
export const searchProfiles: Handler<'searchProfiles'> = async (query, call) => {
  const { context, site, member, country, visit } = call;
  must(member || admitsSearch(site.settings, hasTrafficSource(visit.tracking)), 'search.members-only');
  const { pageNumber = 1 } = query;
  const viewerId = member?.id ?? null;
  const viewer = (await readViewer(call)) ?? null;
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

const createViewerRows = () => new WeakMap<Member, Promise<ViewerRow | undefined>>();

/** Reads the viewer, once for a page that widens its search: its reads share a `Member`, which no other request has. */
function readViewer({ context, member }: Call): Promise<ViewerRow | undefined> | undefined {
  if (!member) return undefined;
  const viewers = context.memory(createViewerRows);
  const viewer = viewers.get(member) ?? context.database.first(findViewer, { memberId: member.id });
  viewers.set(member, viewer);
  viewer.catch(() => viewers.delete(member));
  return viewer;
}
