import type { ProfileSummary } from '../../contract/members.ts';
import { searchCountMax, searchPagesMax } from '../../contract/limits.ts';
import { admitsSearch } from '../../contract/tracking.ts';
import type { AppContext } from '../context.ts';
import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { listSummaries } from './list-summaries.ts';
import { countFound, findPage } from './queries-search.ts';
import { findSeeker } from './queries.ts';
import { readFilters } from './read-filters.ts';

/**
 * A page of members who fit both sides (specification, sections 3 and 6): online now first, then last active.
 * `numResults` is exact up to 1,000; beyond that it is 1,000 with `more`. Throws search.members-only.
 */
export const searchProfiles: Handler<'searchProfiles'> = async (query, { context, site, member, tracking }) => {
  must(member || admitsSearch(site.settings, tracking), 'search.members-only');
  const viewerId = member?.id ?? null;
  const seeker = viewerId ? ((await context.database.first(findSeeker, [viewerId])) ?? null) : null;
  const filters = readFilters(query, { site, viewerId, seeker, now: context.clock.now() });
  const pageNumber = query.pageNumber ?? 1;
  const page = findPage(filters, pageNumber);
  const total = countFound(filters);
  const [ids, counted] = await Promise.all([
    pageNumber > searchPagesMax ? [] : context.database.all(page.statement, page.values),
    context.database.first(total.statement, total.values),
  ]);
  const count = counted?.count ?? 0;
  return {
    results: await inOrder(
      context,
      viewerId,
      ids.map((row) => row.member_id),
    ),
    numResults: Math.min(count, searchCountMax),
    more: count > searchCountMax,
    pageNumber,
  };
};

/** Summaries in the order of their ids. */
export async function inOrder(
  context: AppContext,
  viewerId: string | null,
  ids: readonly string[],
): Promise<ProfileSummary[]> {
  const summaries = await listSummaries(context, viewerId, ids);
  return ids.map((id) => summaries.get(id)).filter((summary) => summary !== undefined);
}
