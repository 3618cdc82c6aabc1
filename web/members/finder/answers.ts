import { type Country, anyCountry } from '../../../contract/countries.ts';
import { type Interest, isInterest } from '../../../contract/interests.ts';
import type { SearchOrder } from '../../../contract/search-orders.ts';
import { type Distance, type Filters, distances, noFilters, readList } from '../search/filters.ts';

/** The questions of the match finder. After the last one comes the search. */
export const questions = ['interests', 'far', 'time'] as const;
export type Question = (typeof questions)[number];

/** How far one would go, from near to far. */
export const reaches = [...distances, 'country', 'all'] as const;
export type Reach = Distance | 'country' | 'all';

/** When one has time: for those online now, for those last active first, or for the nearest. */
export const times = ['now', 'lately', 'any'] as const;
export type Time = (typeof times)[number];

/** A search finds those who like everything that is chosen: more would find nobody. */
export const interestsMax = 3;

/** What somebody has answered so far. The answers with which it begins narrow nothing. */
export interface Answers {
  interests: readonly Interest[];
  far: Reach;
  time: Time;
}

/** The answers in an address, written by us or by a plain form. */
export function readAnswers(query: URLSearchParams): Answers {
  return {
    interests: readList(query, 'interests').filter(isInterest).slice(0, interestsMax),
    far: reaches.find((one) => one === query.get('far')) ?? 'country',
    time: times.find((one) => one === query.get('time')) ?? 'any',
  };
}

/** The place of the question that an address asks, of so many; their number for the search. */
export function readStep(query: URLSearchParams, count: number): number {
  const step = Number(query.get('step') ?? 1);
  return Number.isInteger(step) && step >= 1 && step <= count + 1 ? step - 1 : 0;
}

/** What a page can ask. */
export interface Askable {
  /** A distance needs a town to be measured from. */
  hasTown: boolean;
  /** Null while they are on their way. */
  interests: readonly Interest[] | null;
}

/** The answers that can be given here. Others, of a link for instance, are not searched by and could not be changed. */
export function possible(answers: Answers, { hasTown, interests }: Askable): Answers {
  const isDistance = distances.some((one) => one === answers.far);
  return {
    ...answers,
    interests: answers.interests.filter((one) => interests === null || interests.includes(one)),
    far: isDistance && !hasTown ? 'country' : answers.far,
  };
}

/** The query of an address with these answers, always in the same order. */
export function writeAnswers({ interests, far, time }: Answers, step: number): string {
  const query = new URLSearchParams({ step: String(step + 1) });
  if (interests.length > 0) query.set('interests', interests.join(','));
  if (far !== 'country') query.set('far', far);
  if (time !== 'any') query.set('time', time);
  return query.toString().replaceAll('%2C', ',');
}

/** Of those who are online now, the nearest come first anyway. */
const orders: Record<Time, SearchOrder> = { now: 'nearby', lately: 'active', any: 'nearest' };

/**
 * The search that follows from the answers, and nothing else. `home` is the country in which a search looks that names
 * none (null: all), `own` the member's.
 */
export function filtersOf({ interests, far, time }: Answers, home: Country | null, own: Country): Filters {
  return {
    ...noFilters,
    interests,
    distance: distances.find((one) => one === far) ?? null,
    country: far === 'country' && home !== own ? own : far === 'all' && home !== null ? anyCountry : null,
    online: time === 'now',
    order: orders[time],
  };
}
