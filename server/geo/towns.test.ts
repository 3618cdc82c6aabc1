import { describe, expect, it } from 'vitest';
import { type Country, countryCodes } from '../../contract/platform/countries.ts';
import { distanceBands } from '../../contract/geo/geo-bands.ts';
import { regions } from '../../contract/geo/regions.data.ts';
import { neighbors } from './neighbors.data.ts';
import { towns } from './towns.data.ts';
import { allTowns, distanceBand, distanceKm, findTowns, nearestTown, townById } from './towns.ts';

const names = (country: Country, query: string, limit = 10) => findTowns(country, query, limit).map(({ name }) => name);
const all = countryCodes.flatMap((country) => towns[country].map((town) => ({ ...town, country })));

/** South, north, west and east of each country, islands included, with a margin of one degree. */
const boxes: Record<Country, readonly [number, number, number, number]> = {
  US: [18, 72, -180, -66],
  NL: [50, 54, 3, 8],
  BE: [49, 52, 2, 7],
  FR: [41, 52, -6, 10],
  IT: [35, 48, 6, 19],
  ES: [27, 44, -19, 5],
  DE: [47, 56, 5, 16],
  AT: [46, 50, 9, 18],
  IE: [51, 56, -11, -5],
  GB: [49, 61, -9, 2],
  CA: [41, 84, -142, -52],
  PL: [48, 55, 14, 25],
  AU: [-44, -10, 112, 154],
  NZ: [-48, -34, 166, 179],
  CH: [45, 48, 5, 11],
  DK: [54, 58, 8, 16],
  FI: [59, 71, 19, 32],
  NO: [57, 72, 4, 32],
  SE: [55, 70, 10, 25],
};

describe('the list of towns', () => {
  it('has unique ids in ASCII that begin with their country', () => {
    expect(new Set(all.map((town) => town.id)).size).toBe(all.length);
    for (const { id, country } of all)
      expect(id).toMatch(new RegExp(`^${country.toLowerCase()}-[a-z0-9]+(-[a-z0-9]+)*$`));
  });

  it('has at least one town in every region, and none in a region that does not exist', () => {
    for (const country of countryCodes) {
      const used = [...new Set(towns[country].map((town) => town.region))].sort();
      expect(used).toEqual(regions[country].map((region) => region.code).sort());
    }
  });

  it('has large towns that are easily forgotten', () => {
    const forgotten: [Country, string][] = [
      ['DE', 'Mönchengladbach'],
      ['DE', 'Heidelberg'],
      ['DE', 'Fürth'],
      ['GB', 'Wolverhampton'],
      ['FR', 'Villeurbanne'],
      ['ES', 'Terrassa'],
      ['IT', 'Monza'],
      ['PL', 'Sosnowiec'],
      ['NL', 'Hoofddorp'],
      ['BE', 'Seraing'],
      ['US', 'Fort Worth'],
    ];
    for (const [country, name] of forgotten) expect(names(country, name)).toContain(name);
  });

  it('has at least forty towns in every country', () => {
    for (const country of countryCodes) expect(towns[country].length, country).toBeGreaterThanOrEqual(40);
  });

  it('places towns inside their countries, with at most two decimals', () => {
    for (const { id, country, lat, lon } of all) {
      const [south, north, west, east] = boxes[country];
      expect(lat > south && lat < north && lon > west && lon < east, id).toBe(true);
      expect([Number(lat.toFixed(2)), Number(lon.toFixed(2))], id).toEqual([lat, lon]);
    }
  });

  it('makes each town the nearest one to itself', () => {
    for (const { id, lat, lon } of all) expect([nearestTown(lat, lon)?.id, townById(id)?.id]).toEqual([id, id]);
    for (const unknown of ['xx-nowhere', '__proto__']) expect(townById(unknown)).toBeUndefined();
  });

  it('has every town near another town of its region', () => {
    for (const { id, country, region, lat, lon } of all) {
      const peers = towns[country].filter((town) => town.region === region && town.id !== id);
      if (peers.length < 2) continue;
      const nearestKm = Math.min(...peers.map((peer) => distanceKm({ lat, lon }, peer)));
      expect(nearestKm, id).toBeLessThan(['US', 'CA', 'AU'].includes(country) ? 1200 : 350);
    }
  });
});

describe('findTowns', () => {
  it('ignores accents, case and punctuation', () => {
    expect(names('DE', 'MUNCH')).toEqual(['München']);
    expect(names('AT', 'st polten')).toEqual(['St. Pölten']);
    expect(names('PL', 'lodz')[0]).toBe('Łódź');
    expect(names('DK', 'kobenhavn')).toEqual(['København']);
    expect(names('IT', "l'aquila")).toEqual(['L’Aquila']);
    expect(names('NL', "'s-hertogenbosch")).toEqual(['’s-Hertogenbosch']);
  });

  it('understands umlauts spelled with two letters', () => {
    expect(names('DE', 'koeln')).toEqual(['Köln']);
    expect(names('NO', 'aalesund')).toEqual(['Ålesund']);
  });

  it('ranks matches at the start of a name first, then at the start of a word, then inside one', () => {
    const found = names('NL', 'den', 100);
    expect(found.slice(0, 3)).toEqual(['Den Haag', 'Den Helder', 'Alphen aan den Rijn']);
    expect(found.indexOf('Leiden')).toBeGreaterThan(found.indexOf('Krimpen aan den IJssel'));
    expect(names('NL', 'haag')).toEqual(['Den Haag']);
  });

  it('finds a town by either of its two names', () => {
    expect(names('BE', 'bruxelles')).toEqual(['Brussel / Bruxelles']);
    expect(names('CH', 'bienne')).toEqual(['Biel / Bienne']);
  });

  it('returns no more towns than requested, and none from another country', () => {
    expect(names('NL', '', 3)).toEqual(['Aalsmeer', 'Alkmaar', 'Almelo']);
    expect(names('NL', 'a', 0)).toEqual([]);
    expect(names('NL', 'hamburg')).toEqual([]);
  });

  it('treats a query as text, not as a pattern', () => {
    expect(names('NL', 'ha.rlem')).toEqual([]);
    expect(names('NL', '[')).toHaveLength(10);
  });
});

describe('distances', () => {
  const amsterdam = { lat: 52.37, lon: 4.9 };

  it('follow the great circle', () => {
    expect(distanceKm(amsterdam, { lat: 48.86, lon: 2.35 })).toBeCloseTo(430, -1);
    expect(distanceKm(amsterdam, { lat: 40.71, lon: -74.01 })).toBeCloseTo(5860, -2);
    expect(distanceKm({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })).toBeCloseTo(111.2, 1);
    expect(distanceKm({ lat: 30, lon: 10 }, { lat: -30, lon: -170 })).toBeCloseTo(Math.PI * 6371, 5);
    expect(distanceKm(amsterdam, amsterdam)).toBe(0);
  });

  it('fall into seven bands (LOC-04)', () => {
    const kilometres = [0, 9.99, 10, 24.99, 25, 49.99, 50, 99.99, 100, 249.99, 250, 499.99, 500, 20_000];
    expect(kilometres.map(distanceBand)).toEqual(distanceBands.flatMap((band) => [band, band]));
  });
});

describe('neighboring countries', () => {
  const pairs = countryCodes.flatMap((one) => countryCodes.filter((other) => other > one).map((other) => [one, other]));
  const computeKm = (one: string | undefined, other: string | undefined): number => {
    const [here, there] = [one, other].map((country) => allTowns().filter((town) => town.country === country));
    return Math.min(...here!.flatMap((town) => there!.map((beside) => distanceKm(town, beside))));
  };

  it('are neighbors of each other, and every country has one', () => {
    for (const country of countryCodes) {
      expect([country, neighbors[country].length]).not.toEqual([country, 0]);
      for (const beside of neighbors[country]) expect(neighbors[beside]).toContain(country);
      expect(new Set(neighbors[country])).toHaveLength(neighbors[country].length);
      expect(neighbors[country]).not.toContain(country);
    }
  });

  it('are all with towns within 60 km of each other, and none without towns within 200 km', () => {
    for (const [one, other] of pairs) {
      const km = computeKm(one, other);
      const areNeighbors = neighbors[one as Country].includes(other as Country);
      if (km < 60) expect([one, other, areNeighbors]).toEqual([one, other, true]);
      if (areNeighbors && `${one}${other}` !== 'AUNZ') expect([one, other, km < 200]).toEqual([one, other, true]);
    }
  });
});
