import { describe, expect, it } from 'vitest';

import { useTestApp } from '../../tests/support/test-app.ts';
import { resolvePlace, townRings } from './towns.ts';

describe('the lookup of places', () => {
  const test = useTestApp();

  it('gives the same response for every point around a town, without coordinates (LOC-01, LOC-03)', async () => {
    const answers = new Set<string>();
    for (let step = 0; step < 20; step += 1) {
      const answer = await test.client().call('findPlace', { lat: 52.38 + step / 1_000, lon: 4.64 - step / 1_000 });
      answers.add(JSON.stringify(answer.body));
    }
    expect([...answers]).toEqual([
      JSON.stringify({ town: { id: 'nl-haarlem', name: 'Haarlem', region: 'NL-NH', country: 'NL' } }),
    ]);
  });

  it('uses only two decimals (LOC-08)', async () => {
    const exact = await test.client().call('findPlace', { lat: 52.384_999_9, lon: 4.635_000_1 });
    const coarse = await test.client().call('findPlace', { lat: 52.38, lon: 4.64 });
    expect(exact.body).toEqual(coarse.body);
  });

  it('allows the browser to ask for the location only on our own pages (LOC-09)', async () => {
    const answer = await test.client().call('findPlace', { lat: 52.38, lon: 4.64 });
    expect(answer.headers['permissions-policy']).toContain('geolocation=(self)');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('finds no town at sea, and refuses points that are not on the globe', async () => {
    expect((await test.client().call('findPlace', { lat: 0, lon: 0 })).body.error).toBe('place.not-found');
    for (const place of [
      { lat: 91, lon: 0 },
      { lat: 0, lon: 181 },
      { lat: 'NaN', lon: 0 },
      { lat: 'Infinity', lon: 0 },
      {},
    ]) {
      expect((await test.client().call('findPlace', place)).status).toBe(422);
    }
  });

  it('finds the nearest town, even across a border', async () => {
    const { body } = await test.client().call('findPlace', { lat: 50.77, lon: 6.05 });
    expect(body.town).toMatchObject({ id: 'de-aachen', country: 'DE' });
  });

  it('lists the towns that match the typed text', async () => {
    const { body } = await test.client().call('listTowns', { country: 'DE', query: 'munch' });
    expect(body.towns).toEqual([{ id: 'de-munchen', name: 'München', region: 'DE-BY', country: 'DE' }]);
    expect((await test.client().call('listTowns', { country: 'NL', query: '' })).body.towns).toHaveLength(20);
    expect((await test.client().call('listTowns', { country: 'XX', query: '' })).status).toBe(422);
  });
});

describe('resolvePlace', () => {
  it('derives the region from the town, and refuses towns and regions of other countries', () => {
    expect(resolvePlace('NL', null, 'nl-haarlem')).toEqual({ region: 'NL-NH', town: 'nl-haarlem' });
    expect(resolvePlace('NL', 'NL-UT', 'nl-haarlem')).toEqual({ region: 'NL-NH', town: 'nl-haarlem' });
    expect(resolvePlace('NL', 'NL-UT', null)).toEqual({ region: 'NL-UT', town: null });
    expect(() => resolvePlace('DE', null, 'nl-haarlem')).toThrow('input.invalid');
    expect(() => resolvePlace('NL', null, 'nl-nowhere')).toThrow('input.invalid');
    expect(() => resolvePlace('NL', 'DE-BY', null)).toThrow('input.invalid');
  });
});

describe('the rings of towns', () => {
  const within = (town: string, rings: number): string[] =>
    townRings(town)
      .slice(0, rings)
      .flatMap((ring) => ring.map(({ id }) => id));

  it('contain the town itself and its neighbors, across borders', () => {
    const near = within('nl-haarlem', 2);
    expect(near).toContain('nl-haarlem');
    expect(near).toContain('nl-amsterdam');
    expect(near).not.toContain('nl-groningen');
    expect(within('de-aachen', 3).some((id) => id.startsWith('nl-'))).toBe(true);
    expect(within('nl-nowhere', 1)).toEqual([]);
  });
});
