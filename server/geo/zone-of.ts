import { type Country, countryCodes, timeZoneOf } from '../../contract/countries.ts';
import { localZones } from './zones.data.ts';

/** Of each country, the zones of the towns and regions in which it is not the time of `timeZoneOf`. */
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

/** The zone by whose clocks a member lives: of their town, else of their region, else of most people in their country. */
export function zoneOf({
  country,
  region,
  town,
}: {
  country: string;
  region: string | null;
  town: string | null;
}): string {
  const zones = places.get(country) ?? {};
  return zones[town ?? ''] ?? zones[region ?? ''] ?? timeZoneOf(country);
}

/** All zones in which members of a country live. */
export function zonesOf(country: Country): readonly string[] {
  return [...new Set([timeZoneOf(country), ...Object.values(places.get(country) ?? {})])];
}
