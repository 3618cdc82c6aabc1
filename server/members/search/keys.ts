import { countryCodes } from '../../../contract/countries.ts';
import { type Filters, chosenColumns } from './filters.ts';

/** What one filter asks for: a member has to have at least one of these keys. */
export type Alternatives = readonly string[];

/** Both ends of such a span are told as years; a wider one narrows too little to be looked up. */
const spanMaxYears = 20;

/**
 * The crowds that may fit: `pool/country/gender/seeks`, as `crowd_of` in the database names them. Everybody who can be
 * found is in one crowd, and fits either with all of it or with none.
 */
export function crowdsOf({ pool, country, groups }: Filters): string[] {
  const countries = country ? [country] : countryCodes;
  return countries.flatMap((one) => groups.map(({ gender, seeks }) => `${pool}/${one}/${gender}/${seeks}`));
}

/**
 * The keys of a search, as `search_keys` in the database makes them from a profile: `crowd/trait`.
 * One list a filter; every list has to be met. Birthdays become years, which the search still has to narrow.
 */
export function keysOf(filters: Filters): Alternatives[] {
  return traitsOf(filters).map((traits) => keys(filters, traits));
}

/** The keys that everybody has who may fit at all. */
export function crowdKeys(filters: Filters): Alternatives {
  return keys(filters, ['*']);
}

function traitsOf(filters: Filters): string[][] {
  const { region, towns, interests = [], withPhoto } = filters;
  const traits = chosenColumns.flatMap((column) => {
    const wanted = filters.chosen[column] ?? [];
    return wanted.length > 0 ? [wanted.map((value) => `${column}=${value}`)] : [];
  });
  if (region) traits.push([`region=${region}`]);
  if (towns) traits.push(towns.map((town) => `town=${town}`));
  for (const interest of interests) traits.push([`interest=${interest}`]);
  if (withPhoto) traits.push(['photo']);
  const years = yearsOf(filters);
  if (years) traits.push(years);
  return traits;
}

function yearsOf({ bornUntil, bornAfter }: Filters): string[] | undefined {
  if (!bornUntil || !bornAfter) return undefined;
  const [first, last] = [Number(bornAfter.slice(0, 4)), Number(bornUntil.slice(0, 4))];
  if (last - first > spanMaxYears) return undefined;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => `born=${first + place}`);
}

function keys(filters: Filters, traits: readonly string[]): string[] {
  return crowdsOf(filters).flatMap((crowd) => traits.map((trait) => `${crowd}/${trait}`));
}
