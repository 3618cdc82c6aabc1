import { useQuery } from '@tanstack/react-query';

import { type DistanceKm, distanceBands, distancesKm } from '../../../contract/geo/geo-bands.ts';
import type { Output } from '../../../contract/index.ts';
import { type Interest, isInterest } from '../../../contract/members/interests.ts';
import type { SearchOrder } from '../../../contract/members/search-orders.ts';
import { type Country, anyCountry } from '../../../contract/platform/countries.ts';
import type { User } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { type Filters, type OfferedFilters, noFilters, readList } from '../search/filters.ts';
import { profilesQuery } from '../search/use-search.ts';

const questions = ['interests', 'far', 'time'] as const;
export type Question = (typeof questions)[number];

export const reaches = [...distancesKm, 'country', 'all'] as const;
export type Reach = DistanceKm | 'country' | 'all';

export const times = ['now', 'lately', 'any'] as const;
type Time = (typeof times)[number];

/** A search finds members who share all chosen interests: with more than this, it would find nobody. */
export const soughtInterestsMax = 3;

export interface Answers {
  interests: readonly Interest[];
  far: Reach;
  time: Time;
}

export function readAnswers(query: URLSearchParams): Answers {
  return {
    interests: readList(query, 'interests').filter(isInterest).slice(0, soughtInterestsMax),
    far: reaches.find((one) => one === query.get('far')) ?? 'country',
    time: times.find((one) => one === query.get('time')) ?? 'any',
  };
}

/** Returns the index of the question in an address; `count` for the search after the last one. */
export function readStep(query: URLSearchParams, count: number): number {
  const step = Number(query.get('step') ?? 1);
  return Number.isInteger(step) && step >= 1 && step <= count + 1 ? step - 1 : 0;
}

export interface Askable {
  /** Whether the member has a town, from which distances are measured. */
  hasTown: boolean;
  /** The offered interests; null while loading. */
  interests: readonly Interest[] | null;
}

export function findAskable({ distance, interests }: OfferedFilters, { profile }: User): Askable {
  return { hasTown: distance && profile.town !== null, interests };
}

export function listAsked({ interests }: Askable): readonly Question[] {
  return questions.filter((one) => one !== 'interests' || interests?.length !== 0);
}

/** Drops answers that cannot be given here, such as those of a link: the member could not change them. */
export function dropImpossible(answers: Answers, { hasTown, interests }: Askable): Answers {
  const isDistance = distancesKm.some((one) => one === answers.far);
  return {
    ...answers,
    interests: answers.interests.filter((one) => interests === null || interests.includes(one)),
    far: isDistance && !hasTown ? 'country' : answers.far,
  };
}

export function writeAnswers({ interests, far, time }: Answers, step: number): string {
  const query = new URLSearchParams({ step: String(step + 1) });
  if (interests.length > 0) query.set('interests', interests.join(','));
  if (far !== 'country') query.set('far', far);
  if (time !== 'any') query.set('time', time);
  return query.toString().replaceAll('%2C', ',');
}

/** The default order already lists the nearest of those online first. */
const orders: Record<Time, SearchOrder> = { now: 'nearby', lately: 'active', any: 'nearest' };

/** `home` is the default country of a search (null: all), `own` the member's. */
export interface Homes {
  home: Country | null;
  own: Country;
}

/** Returns the search for the answers. A distance crosses borders. */
export function toFilters({ interests, far, time }: Answers, { home, own }: Homes): Filters {
  const everywhere = home === null ? null : anyCountry;
  return {
    ...noFilters,
    interests,
    distance: distancesKm.find((one) => one === far) ?? null,
    country: far !== 'country' ? everywhere : home === own ? null : own,
    online: time === 'now',
    order: orders[time],
  };
}

const searchEverywhere = (answers: Answers, homes: Homes): Filters => ({
  ...toFilters({ ...answers, far: 'all' }, homes),
  order: 'nearest',
});

type Found = Pick<Output<'searchProfiles'>, 'results' | 'numResults'>;

/**
 * Decides how far the finder looks: as far as answered or, if nobody matches there, to the band or the country of the
 * nearest member who does. One search everywhere gives what a search per band would, and counts once toward the limit.
 */
function widen(far: Reach, own: Country, everywhere: Found): Reach {
  const [nearest] = everywhere.results;
  if (!nearest || far === 'country') return 'all';
  const band = nearest.distance === null ? undefined : distancesKm[distanceBands.indexOf(nearest.distance)];
  return band ?? (nearest.country === own ? 'country' : 'all');
}

/** Makes the searches of the finder, and returns how far they went in the end. */
export async function searchWidening(
  answers: Answers,
  homes: Homes,
  search: (filters: Filters) => Promise<Found>,
): Promise<Reach> {
  const { far } = answers;
  const { numResults } = await search(toFilters(answers, homes));
  if (numResults > 0 || far === 'all') return far;
  const reach = widen(far, homes.own, await search(searchEverywhere(answers, homes)));
  await search(toFilters({ ...answers, far: reach }, homes));
  return reach;
}

/** Widens the search of a page. `found` is undefined until it is known how far the finder looks. */
export function useWideningSearch(answers: Answers, homes: Homes) {
  const asked = useQuery(profilesQuery(toFilters(answers, homes), 1));
  const widens = asked.data?.numResults === 0 && answers.far !== 'all';
  const everywhere = useQuery({ ...profilesQuery(searchEverywhere(answers, homes), 1), enabled: widens });
  const far = widens && everywhere.data ? widen(answers.far, homes.own, everywhere.data) : answers.far;
  const filters = toFilters({ ...answers, far }, homes);
  const last = useQuery(profilesQuery(filters, 1));
  const { data, error, refetch } = widens && !everywhere.data ? everywhere : last;
  return { far, filters, found: data, error, retry: refetch };
}

export function stepPath(answers: Answers, step: number): string {
  return `${pathTo('match-finder')}?${writeAnswers(answers, step)}`;
}
