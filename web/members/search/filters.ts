import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';

import { type DistanceKm, distancesKm } from '../../../contract/geo/geo-bands.ts';
import {
  type Gender,
  type SearchedAttribute,
  attributes,
  isAttributeValue,
  searchedAttributes,
} from '../../../contract/members/attributes.ts';
import { type Interest, isInterest } from '../../../contract/members/interests.ts';
import { nameLengthMax, nameLengthMin, yearsAround } from '../../../contract/members/limits.ts';
import { type Orientation, gendersSoughtBy } from '../../../contract/members/matching.ts';
import type { SearchQuery } from '../../../contract/members/operations.ts';
import { type SearchOrder, searchOrders } from '../../../contract/members/search-orders.ts';
import { shownOn } from '../../../contract/members/shown-profile.ts';
import { searchCountry } from '../../../contract/platform/choose-country.ts';
import { type Country, anyCountry, isCountry } from '../../../contract/platform/countries.ts';
import { minAgeFloorYears } from '../../../contract/settings/limits.ts';
import { call } from '../../platform/calls/call.ts';
import {
  type ShellSettings,
  type User,
  interestsQuery,
  settingsQuery,
  userQuery,
} from '../../platform/calls/queries.ts';

export const ageLowest = minAgeFloorYears;
/** The upper end of the slider means "and older", so it is not sent. */
export const ageHighest = 99;

/** The filters of a search (specification, section 3: search state), as in the address of the page. */
export interface Filters {
  gender: Gender | null;
  country: Country | typeof anyCountry | null;
  countryregion: string | null;
  ages: readonly [low: number, high: number];
  distance: DistanceKm | null;
  /** The beginning of a name; empty if too short. */
  name: string;
  interests: readonly Interest[];
  chosen: Partial<Record<SearchedAttribute, readonly string[]>>;
  online: boolean;
  with_photo: boolean;
  order: SearchOrder;
}

export const noFilters: Filters = {
  gender: null,
  country: null,
  countryregion: null,
  ages: [ageLowest, ageHighest],
  distance: null,
  name: '',
  interests: [],
  chosen: {},
  online: false,
  with_photo: false,
  order: 'nearby',
};

/** The query of a search without filters. No query means the last filters instead (`openingFilters`). */
const none = 'filters=none';

const plain = 'gender country countryregion min_age max_age distance name interests online with_photo order'.split(' ');
const names = [...plain, ...searchedAttributes];

export function saysFilters(query: URLSearchParams): boolean {
  return query.get('filters') === 'none' || names.some((name) => query.has(name));
}

/** Reads the filters of a query, written by `writeFilters`, by a plain form or by hand. Unknown values are ignored. */
export function readFilters(query: URLSearchParams): Filters {
  const gender = query.get('gender') ?? '';
  const country = query.get('country') ?? '';
  const distance = query.get('distance') ?? '';
  return {
    gender: isAttributeValue('gender', gender) ? gender : null,
    country: isCountry(country) || country === anyCountry ? country : null,
    countryregion: /^[A-Z]{2}-[A-Z0-9]{1,6}$/.test(query.get('countryregion') ?? '')
      ? query.get('countryregion')
      : null,
    ages: readAges(query),
    distance: distancesKm.find((known) => known === distance) ?? null,
    name: toSearchedName(query.get('name') ?? ''),
    interests: readList(query, 'interests').filter(isInterest),
    chosen: readChosen(query),
    online: isOn(query.get('online')),
    with_photo: isOn(query.get('with_photo')),
    order: searchOrders.find((known) => known === query.get('order')) ?? 'nearby',
  };
}

function toSearchedName(typed: string): string {
  const name = typed.trim().slice(0, nameLengthMax);
  return name.length < nameLengthMin ? '' : name;
}

/** Returns the filters as input of the search: only those that restrict it, always in the same order. */
export function toSearchQuery(filters: Filters): Omit<SearchQuery, 'pageNumber'> {
  const { gender, country, countryregion, ages, distance, interests, chosen } = filters;
  const name = toSearchedName(filters.name);
  const query: ReturnType<typeof toSearchQuery> = {};
  if (gender) query.gender = gender;
  if (country) query.country = country;
  if (countryregion) query.countryregion = countryregion;
  if (ages[0] > ageLowest) query.min_age = ages[0];
  if (ages[1] < ageHighest) query.max_age = ages[1];
  if (distance) query.distance = distance;
  if (name) query.name = name;
  if (interests.length > 0) query.interests = interests.join(',');
  for (const attribute of searchedAttributes)
    if (chosen[attribute]?.length) query[attribute] = chosen[attribute].join(',');
  if (filters.online) query.online = true;
  if (filters.with_photo) query.with_photo = true;
  if (filters.order !== 'nearby') query.order = filters.order;
  return query;
}

export function writeFilters(filters: Filters): string {
  const values = Object.entries(toSearchQuery(filters)).map(([name, value]) => [
    name,
    value === true ? '1' : `${value}`,
  ]);
  return new URLSearchParams(values).toString().replaceAll('%2C', ',');
}

export function searchAddress(filters: Filters, pages = 1): string {
  return (writeFilters(filters) || none) + (pages > 1 ? `&page=${pages}` : '');
}

/** Counts the active filters: both ages count as one, the order as none. */
export function countFilters(filters: Filters): number {
  const query = new URLSearchParams(writeFilters({ ...filters, order: 'nearby' }));
  return query.size - (query.has('min_age') && query.has('max_age') ? 1 : 0);
}

/** Returns the number of result pages that an address shows; "Show more" increases it. */
export function readPages(query: URLSearchParams, max: number): number {
  const pages = Number(query.get('page'));
  return Number.isInteger(pages) && pages > 1 ? Math.min(pages, max) : 1;
}

/** Returns the country that a viewer's search covers by default; null for all countries. */
export function homeCountry(settings: ShellSettings | undefined, user: User | null): Country | null {
  return searchCountry(settings?.demo ?? false, user?.profile.country ?? settings?.geoip_selected_country ?? null);
}

export function resolveCountry({ country }: Filters, home: Country | null): Country | null {
  return country === anyCountry ? null : (country ?? home);
}

export function gendersFor(person: Orientation | null): readonly Gender[] {
  return person ? gendersSoughtBy(person) : attributes.gender;
}

/** Reads a list: comma-separated, repeated as in a plain form, or both. */
export function readList(query: URLSearchParams, name: string): string[] {
  return [...new Set(query.getAll(name).flatMap((value) => value.split(',')))].filter((value) => value !== '');
}

function readChosen(query: URLSearchParams): Filters['chosen'] {
  const chosen: Filters['chosen'] = {};
  for (const name of searchedAttributes) {
    const values = readList(query, name).filter((value) => isAttributeValue(name, value));
    if (values.length > 0) chosen[name] = values;
  }
  return chosen;
}

function readAges(query: URLSearchParams): [number, number] {
  const low = readAge(query.get('min_age'), ageLowest);
  const high = readAge(query.get('max_age'), ageHighest);
  return low <= high ? [low, high] : [high, low];
}

function readAge(text: string | null, otherwise: number): number {
  const age = text === null || text === '' ? Number.NaN : Number(text);
  return Number.isInteger(age) ? Math.min(Math.max(age, ageLowest), ageHighest) : otherwise;
}

function isOn(value: string | null): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

export type OfferedFilters = ReturnType<typeof offeredFilters>;

/** Returns the filters offered to a viewer: only fields that they see on profiles of this site. */
export function offeredFilters(
  settings: Pick<ShellSettings, 'visible_profile_fields' | 'search_fields'> | undefined,
  interests: readonly { key: string }[] | undefined,
  isMember: boolean,
) {
  const { visible_profile_fields = [], search_fields = [] } = settings ?? {};
  const shown = shownOn({ visible_profile_fields, interests: interests ?? [] }, { isMember });
  const hasInterests = shown.fields.has('interests');
  return {
    gender: shown.fields.has('gender'),
    region: shown.fields.has('countryregion'),
    distance: isMember && shown.fields.has('town'),
    online: isMember,
    name: isMember,
    attributes: searchedAttributes.filter((name) => shown.fields.has(name) && search_fields.includes(name)),
    /** The offered interests; null while loading. */
    interests: hasInterests && interests === undefined ? null : [...shown.interests].filter(isInterest),
  };
}

/** Drops filters that are not offered, such as those of a link from a member to a visitor. */
export function onlyOffered(filters: Filters, offered: OfferedFilters): Filters {
  return {
    ...filters,
    gender: offered.gender ? filters.gender : null,
    countryregion: offered.region ? filters.countryregion : null,
    distance: offered.distance ? filters.distance : null,
    online: offered.online && filters.online,
    name: offered.name ? filters.name : '',
    interests: filters.interests.filter((key) => offered.interests === null || offered.interests.includes(key)),
    chosen: Object.fromEntries(
      offered.attributes.flatMap((name) => (filters.chosen[name] ? [[name, filters.chosen[name]]] : [])),
    ),
  };
}

export function useOfferedFilters(): OfferedFilters {
  const { data: settings } = useQuery(settingsQuery);
  const { data: interests } = useQuery(interestsQuery);
  const { data: user } = useQuery(userQuery);
  return offeredFilters(settings, interests, Boolean(user));
}

/** Returns the filters of a member who never searched: their own country, and ages close to their own. */
export function defaultFilters(settings: ShellSettings | undefined, user: User): Filters {
  const { profile } = user;
  const youngest = Math.max(ageLowest, settings?.min_age ?? ageLowest);
  return {
    ...noFilters,
    // A search without a country covers the member's own, except on the demo site.
    country: homeCountry(settings, user) === null ? profile.country : null,
    ages: [Math.max(youngest, profile.age - yearsAround), Math.min(ageHighest, profile.age + yearsAround)],
  };
}

/** Returns the filters with which the search opens: for members, the last ones they used. */
export function openingFilters(settings: ShellSettings | undefined, user: User | null): Filters {
  if (!user) return noFilters;
  if (!user.search) return defaultFilters(settings, user);
  return readKept(user.search);
}

function readKept(search: NonNullable<User['search']>): Filters {
  return readFilters(new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)])));
}

export function resolveFilters(
  query: URLSearchParams,
  settings: ShellSettings | undefined,
  user: User | null,
): Filters {
  return saysFilters(query) ? readFilters(query) : openingFilters(settings, user);
}

/** The opening filters by history entry, so that going back restores them. */
const openedWith = new Map<string, Filters>();

export function useFilters(): Filters {
  const { key } = useLocation();
  const [query] = useSearchParams();
  const offered = useOfferedFilters();
  const { data: settings } = useQuery(settingsQuery);
  const { data: user = null } = useQuery(userQuery);
  const says = saysFilters(query);
  const filters = (says ? undefined : openedWith.get(key)) ?? resolveFilters(query, settings, user);
  useEffect(() => {
    if (!says && !openedWith.has(key)) openedWith.set(key, filters);
  });
  return onlyOffered(filters, offered);
}

/** Saves the filters of the address to the account, so that the search opens with them next time. */
export function useKeepSearch(filters: Filters): void {
  const queries = useQueryClient();
  const [query] = useSearchParams();
  const { data: user } = useQuery(userQuery);
  const text = writeFilters({ ...filters, name: '' });
  const known = user?.search ? writeFilters(readKept(user.search)) : null;
  const isNew = Boolean(user) && saysFilters(query) && text !== known;
  useEffect(() => {
    if (!isNew) return;
    const search = toSearchQuery(readFilters(new URLSearchParams(text)));
    queries.setQueryData(userQuery.queryKey, (was) => was && { ...was, search });
    // Without a connection, the filters are kept for this visit only.
    call('updateUser', { search }).catch(() => undefined);
  }, [isNew, text, queries]);
}
