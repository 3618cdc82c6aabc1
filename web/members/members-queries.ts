import { type QueryClient, queryOptions } from '@tanstack/react-query';

import type { Country } from '../../contract/countries.ts';
import type { Output } from '../../contract/index.ts';
import type { Profile, ProfileSummary } from '../../contract/members.ts';
import { applyToLikes } from '../live/apply-to-likes.ts';
import { callFrom, likesQuery } from '../queries.ts';
import { type Filters, toSearchQuery, writeFilters } from './search/filters.ts';

/** One page of a search. It is kept for a while, so that going back finds the list as it was left. */
export const profilesQuery = (filters: Filters, page: number) =>
  queryOptions({
    queryKey: ['profiles', writeFilters(filters), page] as const,
    queryFn: (context) => callFrom(context)('searchProfiles', toSearchQuery(filters, page), { signal: context.signal }),
    staleTime: 300_000,
  });

/** The regions of one country: the table of all of them would add 14 KB to every page of the search. */
export const regionsOfQuery = (country: Country | null) =>
  queryOptions({
    queryKey: ['regions-of', country] as const,
    queryFn: async (context) =>
      country === null ? [] : ((await callFrom(context)('listRegions', {})).regions[country] ?? []),
    staleTime: Infinity,
  });

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ['profile', id] as const,
    queryFn: async (context) => (await callFrom(context)('getProfile', { id }, { signal: context.signal })).profile,
    // Opening a profile is an act of its own: the server clears the new mark of a like. A page just rendered is enough.
    staleTime: 5_000,
  });

export const similarQuery = (id: string) =>
  queryOptions({
    queryKey: ['similar', id] as const,
    queryFn: (context) => callFrom(context)('listSimilar', { id }, { signal: context.signal }),
    staleTime: 300_000,
  });

/** Changes a member in every list and on their own page; what is not loaded stays as it is. */
export function changeMember(queries: QueryClient, id: string, change: Partial<ProfileSummary & Profile>): void {
  const apply = <T extends { id: string }>(member: T): T => (member.id === id ? { ...member, ...change } : member);
  queries.setQueriesData<Output<'searchProfiles'>>({ queryKey: ['profiles'] }, (page) =>
    page ? { ...page, results: page.results.map(apply) } : page,
  );
  queries.setQueriesData<Output<'listSimilar'>>({ queryKey: ['similar'] }, (page) =>
    page ? { ...page, results: page.results.map(apply) } : page,
  );
  queries.setQueryData(profileQuery(id).queryKey, (profile) => profile && { ...profile, ...change });
}

/** Takes a member out of every list of this browser, as a block does. */
export function forgetMember(queries: QueryClient, id: string): void {
  const others = <T extends { id: string }>(list: T[]): T[] => list.filter((member) => member.id !== id);
  queries.setQueriesData<Output<'searchProfiles'>>({ queryKey: ['profiles'] }, (page) =>
    page ? { ...page, results: others(page.results) } : page,
  );
  queries.setQueriesData<Output<'listSimilar'>>({ queryKey: ['similar'] }, (page) =>
    page ? { ...page, results: others(page.results) } : page,
  );
  const gone = [
    { type: 'like-gone', profile: id },
    { type: 'like-given', profile: null, id },
  ] as const;
  queries.setQueryData(likesQuery.queryKey, (likes) => likes && gone.reduce<typeof likes>(applyToLikes, likes));
}
