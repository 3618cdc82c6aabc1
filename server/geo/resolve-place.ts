import type { Country } from '../../contract/platform/countries.ts';
import { regions } from '../../contract/geo/regions.data.ts';
import { refuseFields } from '../platform/failure.ts';
import { townById } from './towns.ts';

/**
 * Returns a place as a profile stores it: the town must belong to the country and determines the region. Throws
 * input.invalid with `town` (town.not-found) or `countryregion` (field.invalid).
 */
export function resolvePlace(
  country: Country,
  region: string | null,
  townId: string | null,
): { region: string | null; town: string | null } {
  if (townId !== null) {
    const town = townById(townId);
    refuseFields({ town: town?.country === country ? undefined : 'town.not-found' });
    return { region: town?.region ?? null, town: townId };
  }
  const known = region === null || regions[country].some((one) => one.code === region);
  refuseFields({ countryregion: known ? undefined : 'field.invalid' });
  return { region, town: null };
}
