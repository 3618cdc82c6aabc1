import { describe, expect, it } from 'vitest';

import { countryCodes } from '../../contract/platform/countries.ts';
import { regions } from '../../contract/geo/regions.data.ts';
import { allTowns } from './towns.ts';
import { getPlaceTimeZone, listTimeZones } from './time-zones.ts';
import { localZones } from './zones.data.ts';

const winter = new Date('2026-01-15T12:00:00Z');

/** Returns the hours that a zone is ahead of UTC in January. */
function getOffset(timeZone: string): number {
  const there = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(winter);
  return (Date.parse(`${there.replace(' ', 'T')}Z`) - winter.getTime()) / 3_600_000;
}

describe('the time zones of a country', () => {
  it('exist, and name only known places, each of them once', () => {
    const townIds = new Set(allTowns().map(({ id }) => id));
    for (const country of countryCodes) {
      for (const zone of listTimeZones(country)) expect(Number.isFinite(getOffset(zone)), zone).toBe(true);
      const names = Object.values(localZones[country] ?? {}).flatMap((places) => places.split(' '));
      expect(new Set(names).size).toBe(names.length);
      for (const name of names)
        expect(townIds.has(name) || regions[country].some(({ code }) => code === name), name).toBe(true);
    }
  });

  it('follow the sun: noon comes at about the right time in every town of a wide country', () => {
    for (const town of allTowns().filter(({ country }) => ['US', 'CA', 'AU'].includes(country))) {
      const hours = getOffset(getPlaceTimeZone({ ...town, town: town.id })) - town.lon / 15;
      // Summer time in January south of the equator.
      const summer = ['AU-NSW', 'AU-VIC', 'AU-ACT', 'AU-TAS', 'AU-SA'].includes(town.region) ? 1 : 0;
      const most = ['CA-YT', 'CA-NT'].includes(town.region) ? 2.1 : 1.25;
      expect(Math.abs(hours - summer), `${town.id} ${hours}`).toBeLessThan(most);
    }
  });

  it('are chosen by town, else by region, else by where most people live', () => {
    const at = (country: string, region: string | null = null, town: string | null = null): string =>
      getPlaceTimeZone({ country, region, town });
    expect(at('US', 'US-TN', 'us-knoxville')).toBe('America/New_York');
    expect(at('US', 'US-TN', 'us-memphis')).toBe('America/Chicago');
    expect(at('US', 'US-TN')).toBe('America/Chicago');
    expect(at('US', 'US-HI')).toBe('Pacific/Honolulu');
    expect(at('US')).toBe('America/New_York');
    expect(at('ES', 'ES-CN')).toBe('Atlantic/Canary');
    expect(at('NL', 'NL-NH', 'nl-haarlem')).toBe('Europe/Amsterdam');
    expect(at('XX', 'US-HI')).toBe('UTC');
  });
});
