import { type Country, anyCountry } from '../../../contract/platform/countries.ts';
import { type Interest, isInterest } from '../../../contract/members/interests.ts';
import type { SearchOrder } from '../../../contract/members/search-orders.ts';
import { type Distance, type Filters, distances, noFilters, readList } from '../search/filters.ts';

/** The questions of the match finder. After the last one comes the search. */
export const questions = ['interests', 'far', 'time'] as const;
export type Question = (typeof questions)[number];

/** The answers to the question about distance, from near to far. */
export const reaches = [...distances, 'country', 'all'] as const;
export type Reach = Distance | 'country' | 'all';

/** The answers to the question about time: members online now first, those last active first, or the nearest. */
export const times = ['now', 'lately', 'any'] as const;
export type Time = (typeof times)[number];

/** A search finds members who share all chosen interests: with more than this, it would find nobody. */
export const interestsMax = 3;

/** The answers so far. The initial ones restrict nothing. */
export interface Answers {
  interests: readonly Interest[];
  far: Reach;
  time: Time;
}

/** Reads the answers in an address, written by `writeAnswers` or by a plain form. */
export function readAnswers(query: URLSearchParams): Answers {
  return {
    interests: readList(query, 'interests').filter(isInterest).slice(0, interestsMax),
    far: reaches.find((one) => one === query.get('far')) ?? 'country',
    time: times.find((one) => one === query.get('time')) ?? 'any',
  };
}

/** The index of the question in an address; `count` for the search after the last one. */
export function readStep(query: URLSearchParams, count: number): number {
  const step = Number(query.get('step') ?? 1);
  return Number.isInteger(step) && step >= 1 && step <= count + 1 ? step - 1 : 0;
}

/** The conditions that decide which answers a page can offer. */
export interface Askable {
  /** Distances need a town to be measured from. */
  hasTown: boolean;
  /** Null while loading. */
  interests: readonly Interest[] | null;
}

/** Drops answers that cannot be given here, such as those of a link: the member could not change them. */
export function possible(answers: Answers, { hasTown, interests }: Askable): Answers {
  const isDistance = distances.some((one) => one === answers.far);
  return {
    ...answers,
    interests: answers.interests.filter((one) => interests === null || interests.includes(one)),
    far: isDistance && !hasTown ? 'country' : answers.far,
  };
}

/** Writes the answers as a query, always in the same order. */
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
    distance: distances.find((one) => one === far) ?? null,
    country: far === 'country' && home !== own ? own : far === 'all' && home !== null ? anyCountry : null,
    online: time === 'now',
    order: orders[time],
  };
}
