import { type DistanceKm, distancesKm } from '../../../contract/geo/geo-bands.ts';
import { type Interest, isInterest } from '../../../contract/members/interests.ts';
import type { SearchOrder } from '../../../contract/members/search-orders.ts';
import { type Country, anyCountry } from '../../../contract/platform/countries.ts';
import { pathTo } from '../../platform/route-table.ts';
import { type Filters, noFilters, readList } from '../search/filters.ts';

export const questions = ['interests', 'far', 'time'] as const;
export type Question = (typeof questions)[number];

export const reaches = [...distancesKm, 'country', 'all'] as const;
export type Reach = DistanceKm | 'country' | 'all';

export const times = ['now', 'lately', 'any'] as const;
export type Time = (typeof times)[number];

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

/** The index of the question in an address; `count` for the search after the last one. */
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

/** Drops answers that cannot be given here, such as those of a link: the member could not change them. */
export function possible(answers: Answers, { hasTown, interests }: Askable): Answers {
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

/** The search for the answers. `home` is the default country of a search (null: all), `own` the member's. */
export function toFilters({ interests, far, time }: Answers, home: Country | null, own: Country): Filters {
  return {
    ...noFilters,
    interests,
    distance: distancesKm.find((one) => one === far) ?? null,
    country: far === 'country' && home !== own ? own : far === 'all' && home !== null ? anyCountry : null,
    online: time === 'now',
    order: orders[time],
  };
}

export function stepPath(answers: Answers, step: number): string {
  return `${pathTo('match-finder')}?${writeAnswers(answers, step)}`;
}
