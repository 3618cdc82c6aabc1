import { type Country, countryCodes, getCapitalTimeZone } from '../../contract/platform/countries.ts';
import { localZones } from './zones.data.ts';

/** By country, the towns and regions whose zone differs from `getCapitalTimeZone`. */
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

/** The time zone of a member: of their town, else of their region, else of most people in their country. */
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

/** All time zones in which members of a country live. */
export function listTimeZones(country: Country): readonly string[] {
  return [...new Set([getCapitalTimeZone(country), ...Object.values(places.get(country) ?? {})])];
}
