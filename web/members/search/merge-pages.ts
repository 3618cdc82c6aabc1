import type { Output } from '../../../contract/index.ts';
import { searchPageSize, searchPagesMax } from '../../../contract/members/limits.ts';
import type { ProfileSummary } from '../../../contract/members/operations.ts';

type Page = Output<'searchProfiles'>;

export interface Found {
  members: ProfileSummary[];
  count: number;
  /** There are more results than the count. */
  more: boolean;
  hasNext: boolean;
}

/**
 * Merges pages of results into one list. Members move while the list is open: a member on two pages is shown once, at
 * the first position. The count is the latest page's.
 */
export function mergePages(pages: readonly (Page | undefined)[]): Found {
  const members = new Map<string, ProfileSummary>();
  for (const page of pages)
    for (const member of page?.results ?? []) if (!members.has(member.id)) members.set(member.id, member);
  const latest = pages.findLast((page) => page !== undefined);
  const count = latest?.numResults ?? 0;
  const more = latest?.more ?? false;
  const shown = pages.length;
  const hasNext = shown < searchPagesMax && (more || shown * searchPageSize < count);
  return { members: [...members.values()], count, more, hasNext };
}

/** The members of a list that are not in the other one. */
export function without(list: Found, shown: Found): Found {
  const ids = new Set(shown.members.map(({ id }) => id));
  return { ...list, members: list.members.filter(({ id }) => !ids.has(id)), count: list.count - ids.size };
}
