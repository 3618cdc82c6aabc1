/** Upper bounds of the distance bands, and the distances to which a search can be limited, in kilometers. */
export const distancesKm = ['10', '25', '50', '100', '250', '500'] as const;

export type DistanceKm = (typeof distancesKm)[number];

/** Kilometers between two members' towns. Responses contain no finer distance, so that nobody can be located. */
export const distanceBands = ['<10', '10-25', '25-50', '50-100', '100-250', '250-500', '>500'] as const;

export type DistanceBand = (typeof distanceBands)[number];

export const farthestBand = '>500' satisfies DistanceBand;

/** Countries whose roads and members count in miles. */
const countriesInMiles: readonly (string | null)[] = ['US', 'GB'];

export type DistanceUnit = 'km' | 'mi';

export function chooseUnit(country: string | null): DistanceUnit {
  return countriesInMiles.includes(country) ? 'mi' : 'km';
}

const kmInMile = 1.609344;

/**
 * Returns a bound of a distance in a unit. In miles, an upper bound is rounded up and a lower one down, to two digits,
 * so that the stated distance stays true: under 10 km is under 7 miles, over 500 km over 310 miles.
 */
export function toUnit(km: DistanceKm, unit: DistanceUnit, bound: 'upper' | 'lower'): string {
  if (unit === 'km') return km;
  const miles = Number(km) / kmInMile;
  const step = miles < 100 ? 1 : 10;
  return `${(bound === 'upper' ? Math.ceil : Math.floor)(miles / step) * step}`;
}
