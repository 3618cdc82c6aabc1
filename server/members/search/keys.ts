import { searchedAttributes } from '../../../contract/members/attributes.ts';
import { countryCodes } from '../../../contract/platform/countries.ts';
import { townById } from '../../geo/towns.ts';
import type { Filters } from './filters.ts';

/** A matching member has at least one of them. */
export type Alternatives = readonly string[];

/** More towns narrow too little to be looked up as keys: within 100 km there are fewer, within 250 km mostly more. */
const townKeysMax = 200;

/** A wider age span narrows too little to be looked up as keys. */
const spanMaxYears = 20;

/**
 * Lists the segments that the filters cover, as `pool/country/gender/seeks` (SQL: `segment_of`). Every findable member
 * is in exactly one, and a viewer is compatible with all of a segment or none of it.
 */
export function listSegments(
  { pool, country, countries, groups }: Filters,
  isSearched: (country: string) => boolean = () => true,
): string[] {
  return (countries ?? (country ? [country] : countryCodes))
    .filter(isSearched)
    .flatMap((one) => groups.map(({ gender, seeks }) => `${pool}/${one}/${gender}/${seeks}`));
}

/**
 * Lists the search keys of the filters, as `segment/trait` (SQL: `search_keys`). A member must match at least one key
 * of every list. Birth dates become years, so the search still has to compare the exact dates.
 */
export function listSearchKeys(filters: Filters): Alternatives[] {
  const lists = listTraits(filters).map((traits) => listKeys(filters, traits));
  return filters.towns && areKeys(filters.towns) ? [...lists, listTownKeys(filters, filters.towns)] : lists;
}

/** True if a search by keys looks these towns up; otherwise it has to compare them, as it does birth dates. */
export function areKeys(towns: readonly string[]): boolean {
  return towns.length <= townKeysMax;
}

/**
 * Lists the search keys of towns. A town is in the segments of its own country alone: with all countries, there are a
 * tenth as many keys.
 */
function listTownKeys(filters: Filters, towns: readonly string[]): string[] {
  return towns.flatMap((town) => {
    const country = townById(town)?.country;
    return listSegments(filters, (one) => one === country).map((segment) => `${segment}/town=${town}`);
  });
}

export function segmentKeys(filters: Filters): Alternatives {
  return listKeys(filters, ['*']);
}

function listTraits(filters: Filters): string[][] {
  const { region, interests = [], withPhoto } = filters;
  const traits = searchedAttributes.flatMap((column) => {
    const wanted = filters.chosen[column] ?? [];
    return wanted.length > 0 ? [wanted.map((value) => `${column}=${value}`)] : [];
  });
  if (region) traits.push([`region=${region}`]);
  for (const interest of interests) traits.push([`interest=${interest}`]);
  if (withPhoto) traits.push(['photo']);
  const years = listBirthYears(filters);
  if (years) traits.push(years);
  return traits;
}

function listBirthYears({ bornUntil, bornAfter }: Filters): string[] | undefined {
  if (!bornUntil || !bornAfter) return undefined;
  const [first, last] = [Number(bornAfter.slice(0, 4)), Number(bornUntil.slice(0, 4))];
  if (last - first > spanMaxYears) return undefined;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => `born=${first + place}`);
}

function listKeys(filters: Filters, traits: readonly string[]): string[] {
  return listSegments(filters).flatMap((segment) => traits.map((trait) => `${segment}/${trait}`));
}
