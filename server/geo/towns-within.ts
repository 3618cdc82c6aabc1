import type { DistanceBand } from '../../contract/geo-bands.ts';
import { countryCodes } from '../../contract/countries.ts';
import { distanceBand, distanceKm, findTowns, townById } from './towns.ts';

/** Ids of the towns in any country whose distance from a town falls into one of the bands, including the town itself. */
export function townsWithin(townId: string, bands: readonly DistanceBand[]): string[] {
  const from = townById(townId);
  if (!from) return [];
  return countryCodes
    .flatMap((country) => findTowns(country, '', Number.POSITIVE_INFINITY))
    .filter((town) => bands.includes(distanceBand(distanceKm(from, town))))
    .map(({ id }) => id);
}
