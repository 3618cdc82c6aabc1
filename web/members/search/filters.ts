import {
  type Attribute,
  type Gender,
  type ProfileAttribute,
  attributes,
  isAttributeValue,
  profileAttributes,
} from '../../../contract/members/attributes.ts';
import { searchCountry } from '../../../contract/platform/choose-country.ts';
import { type Country, anyCountry, isCountry } from '../../../contract/platform/countries.ts';
import { type Interest, isInterest } from '../../../contract/members/interests.ts';
import { nameLengthMax, nameLengthMin } from '../../../contract/members/limits.ts';
import { minAgeFloorYears } from '../../../contract/settings/limits.ts';
import { type Orientation, gendersSoughtBy } from '../../../contract/members/matching.ts';
import type { SearchQuery } from '../../../contract/members/operations.ts';
import { type SearchOrder, searchOrders } from '../../../contract/members/search-orders.ts';
import type { ShellSettings, User } from '../../platform/queries.ts';

export const distances = ['10', '25', '50', '100'] as const;
export type Distance = (typeof distances)[number];

export const ageLowest = minAgeFloorYears;
/** The upper end of the slider means "and older", so it is not sent. */
export const ageHighest = 99;

/** The filters of a search (specification, section 3: search state), as in the address of the page. */
export interface Filters {
  gender: Gender | null;
  /** Null: the searcher's own; `all`: every country. */
  country: Country | typeof anyCountry | null;
  countryregion: string | null;
  ages: readonly [low: number, high: number];
  distance: Distance | null;
  /** The beginning of a name; empty if too short. */
  name: string;
  interests: readonly Interest[];
  chosen: Partial<Record<ProfileAttribute, readonly string[]>>;
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

/** The query of a search without filters. No query means the last filters instead (`opening-filters.ts`). */
const none = 'filters=none';

const plain = 'gender country countryregion min_age max_age distance name interests online with_photo order'.split(' ');
const names = [...plain, ...profileAttributes];

/** Whether a query contains filters. */
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
    distance: distances.find((known) => known === distance) ?? null,
    name: toSearchedName(query.get('name') ?? ''),
    interests: readList(query, 'interests').filter(isInterest),
    chosen: readChosen(query),
    online: isOn(query.get('online')),
    with_photo: isOn(query.get('with_photo')),
    order: searchOrders.find((known) => known === query.get('order')) ?? 'nearby',
  };
}

/** The beginning of a name, or '' if it is too short to search for. */
function toSearchedName(typed: string): string {
  const name = typed.trim().slice(0, nameLengthMax);
  return name.length < nameLengthMin ? '' : name;
}

/** Writes the filters as a query: only those that restrict the search, always in the same order. */
export function writeFilters(filters: Filters): string {
  const query = new URLSearchParams();
  const { ages, chosen } = filters;
  if (filters.gender) query.set('gender', filters.gender);
  if (filters.country) query.set('country', filters.country);
  if (filters.countryregion) query.set('countryregion', filters.countryregion);
  if (ages[0] > ageLowest) query.set('min_age', String(ages[0]));
  if (ages[1] < ageHighest) query.set('max_age', String(ages[1]));
  if (filters.distance) query.set('distance', filters.distance);
  if (toSearchedName(filters.name)) query.set('name', toSearchedName(filters.name));
  if (filters.interests.length > 0) query.set('interests', filters.interests.join(','));
  for (const name of profileAttributes) if (chosen[name]?.length) query.set(name, chosen[name].join(','));
  if (filters.online) query.set('online', '1');
  if (filters.with_photo) query.set('with_photo', '1');
  if (filters.order !== 'nearby') query.set('order', filters.order);
  return query.toString().replaceAll('%2C', ',');
}

/** The query of an address that shows the given number of pages. */
export function searchAddress(filters: Filters, pages = 1): string {
  return (writeFilters(filters) || none) + (pages > 1 ? `&page=${pages}` : '');
}

/** The number of active filters: both ages count as one, the order as none. */
export function countFilters(filters: Filters): number {
  const query = new URLSearchParams(writeFilters({ ...filters, order: 'nearby' }));
  return query.size - (query.has('min_age') && query.has('max_age') ? 1 : 0);
}

/** The filters as input of the search. */
export function toSearchQuery(filters: Filters, pageNumber: number): SearchQuery {
  const { gender, country, countryregion, ages, distance, interests, chosen } = filters;
  const query: SearchQuery = { pageNumber };
  if (gender) query.gender = gender;
  if (country) query.country = country;
  if (countryregion) query.countryregion = countryregion;
  if (ages[0] > ageLowest) query.min_age = ages[0];
  if (ages[1] < ageHighest) query.max_age = ages[1];
  if (distance) query.distance = distance;
  if (toSearchedName(filters.name)) query.name = toSearchedName(filters.name);
  if (interests.length > 0) query.interests = interests.join(',');
  for (const name of profileAttributes) if (chosen[name]?.length) query[name] = chosen[name].join(',');
  if (filters.online) query.online = true;
  if (filters.with_photo) query.with_photo = true;
  if (filters.order !== 'nearby') query.order = filters.order;
  return query;
}

/** The number of result pages that an address shows; "Show more" increases it. */
export function readPages(query: URLSearchParams, max: number): number {
  const pages = Number(query.get('page'));
  return Number.isInteger(pages) && pages > 1 ? Math.min(pages, max) : 1;
}

/** The country that a viewer's search covers by default; null for all countries. */
export function homeCountry(settings: ShellSettings | undefined, user: User | null): Country | null {
  return searchCountry(settings?.demo ?? false, user?.profile.country ?? settings?.geoip_selected_country ?? null);
}

/** The country that a search covers; null for all countries. */
export function resolveCountry({ country }: Filters, home: Country | null): Country | null {
  return country === anyCountry ? null : (country ?? home);
}

/** The genders to choose from: those that a member is looking for, or both for a visitor. */
export function gendersFor(person: Orientation | null): readonly Gender[] {
  return person ? gendersSoughtBy(person) : attributes.gender;
}

/** Reads a list: comma-separated, repeated as in a plain form, or both. */
export function readList(query: URLSearchParams, name: string): string[] {
  return [...new Set(query.getAll(name).flatMap((value) => value.split(',')))].filter((value) => value !== '');
}

function readChosen(query: URLSearchParams): Filters['chosen'] {
  const chosen: Filters['chosen'] = {};
  for (const name of profileAttributes) {
    const values = readList(query, name).filter((value) => isAttributeValue(name satisfies Attribute, value));
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
