import { searchedAttributes } from '../../../contract/members/attributes.ts';
import { countryCodes } from '../../../contract/platform/countries.ts';
import type { Filters } from './filters.ts';

/** A matching member has at least one of them. */
export type Alternatives = readonly string[];

/** A wider age span narrows too little to be looked up as keys. */
const spanMaxYears = 20;

/**
 * As `pool/country/gender/seeks` (see the SQL function `segment_of`). Every findable member is in exactly one, and a
 * viewer is compatible with all of a segment or none of it.
 */
export function listSegments(
  { pool, country, groups }: Filters,
  isSearched: (country: string) => boolean = () => true,
): string[] {
  const countries = country ? [country] : countryCodes;
  return countries
    .filter(isSearched)
    .flatMap((one) => groups.map(({ gender, seeks }) => `${pool}/${one}/${gender}/${seeks}`));
}

/**
 * As `segment/trait`, like the SQL function `search_keys`. A member must match at least one key of every list. Birth
 * dates become years, so the search still has to compare the exact dates.
 */
export function listSearchKeys(filters: Filters): Alternatives[] {
  return listTraits(filters).map((traits) => keys(filters, traits));
}

export function segmentKeys(filters: Filters): Alternatives {
  return keys(filters, ['*']);
}

function listTraits(filters: Filters): string[][] {
  const { region, towns, interests = [], withPhoto } = filters;
  const traits = searchedAttributes.flatMap((column) => {
    const wanted = filters.chosen[column] ?? [];
    return wanted.length > 0 ? [wanted.map((value) => `${column}=${value}`)] : [];
  });
  if (region) traits.push([`region=${region}`]);
  if (towns) traits.push(towns.map((town) => `town=${town}`));
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

function keys(filters: Filters, traits: readonly string[]): string[] {
  return listSegments(filters).flatMap((segment) => traits.map((trait) => `${segment}/${trait}`));
}
