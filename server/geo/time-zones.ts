import { type Country, countryCodes, getCapitalTimeZone } from '../../contract/platform/countries.ts';
import { localZones } from './zones.data.ts';

const places: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  countryCodes.map((country) => [
    country,
    Object.fromEntries(
      Object.entries(localZones[country] ?? {}).flatMap(([zone, names]) =>
        names.split(' ').map((name) => [name, zone]),
      ),
    ),
  ]),
);

/** Returns the time zone of the town, else of the region, else of most people in the country. */
export function getPlaceTimeZone({
  country,
  region,
  town,
}: {
  country: string;
  region: string | null;
  town: string | null;
}): string {
  const zones = places.get(country) ?? {};
  return zones[town ?? ''] ?? zones[region ?? ''] ?? getCapitalTimeZone(country);
}

export function listTimeZones(country: Country): readonly string[] {
  return [...new Set([getCapitalTimeZone(country), ...Object.values(places.get(country) ?? {})])];
}
