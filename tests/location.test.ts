import { beforeAll, describe, expect, it, vi } from 'vitest';

import { distancesKm } from '../contract/geo/geo-bands.ts';
import { searchOrders } from '../contract/members/search-orders.ts';
import { quickMember } from './support/chat.ts';
import { insertProfiles } from './support/insert-profiles.ts';
import { type TestClient, useTestApp } from './support/test-app.ts';

// The tests make a small run; LOC-01 asks for 20 observers with 500 queries each, which the variables set.
const observerCount = Number(process.env['LOCATION_OBSERVERS'] ?? 4);
const queryCount = Number(process.env['LOCATION_QUERIES'] ?? 24);

const kmPerDegree = 111.2;
const zwolle = { lat: 52.51, lon: 6.09 };
/** Points of a cell of 6 by 6 km: corners, midpoints of the sides, and inner points. */
const cell = [-3, -1.4, 0, 2.2, 3].flatMap((north) =>
  [-3, -0.7, 0, 1.3, 3].map((east) => ({
    lat: zwolle.lat + north / kmPerDegree,
    lon: zwolle.lon + east / (kmPerDegree * Math.cos((zwolle.lat * Math.PI) / 180)),
  })),
);

const homes = ['nl-zwolle', 'nl-apeldoorn', 'nl-deventer', 'nl-amersfoort', 'nl-utrecht', 'nl-groningen', 'de-munster'];
const tastes = ['music', 'hiking', 'cooking', 'coffee'] as const;

describe('the position of a member within a cell of at least 5 km', () => {
  const test = useTestApp({ env: { DEMO: '0' } });
  let target: TestClient;
  let observers: TestClient[];

  beforeAll(async () => {
    // An evening, so that the table is set; the clock stands still, so that nobody goes offline.
    vi.spyOn(test.clock, 'now').mockReturnValue(new Date('2026-05-04T19:00:00Z'));
    target = await place(await test.member({ name: 'Target', sexuality: 'bi' }), 'nl-zwolle', ['music', 'hiking']);
    await moveTo(zwolle);
    const getHome = (number: number): string => homes[number % homes.length] ?? '';
    observers = [];
    for (let number = 0; number < observerCount; number += 1)
      observers.push(
        await place(await quickMember(test), getHome(number), tastes.slice(0, 1 + (number % tastes.length))),
      );
    // Other members surround the target in every list.
    for (const town of homes)
      await insertProfiles(test, 5, {
        gender: 'female',
        country: town.slice(0, 2).toUpperCase(),
        town,
        interests: ['music'],
      });
    await test.sql(`update profiles set main_photo = member_id, main_photo_status = 'approved'`);
  });

  async function place(client: TestClient, town: string, interests: readonly string[]): Promise<TestClient> {
    const country = town.slice(0, 2).toUpperCase();
    await test.sql('update profiles set country = $2, town = $3, interests = $4 where member_id = $1', [
      client.id,
      country,
      town,
      [...interests],
    ]);
    return client;
  }

  /** Moves as the page does: the server returns the town of a position, and the profile is updated with it. */
  async function moveTo(position: { lat: number; lon: number }): Promise<string> {
    const { town } = (await target.call('findPlace', position)).body;
    const { status } = await target.call('updateProfile', { country: town.country, town: town.id });
    expect(status).toBe(200);
    return town.id;
  }

  /** Sends an observer's query by number: each kind in turn, with other values in every round. */
  function ask(observer: TestClient, number: number): Promise<{ status: number; body: unknown }> {
    const round = Math.floor(number / 8);
    const order = searchOrders[round % searchOrders.length] ?? 'nearest';
    const distance = distancesKm[round % distancesKm.length] ?? '10';
    const interests = tastes.slice(0, 1 + (round % 2)).join(',');
    const pageNumber = 1 + (round % 3);
    const kinds = [
      () => observer.call('searchProfiles', { order, country: 'all', pageNumber }),
      () => observer.call('searchProfiles', { order: 'nearest', distance, with_photo: true }),
      // The search that the match finder ends in.
      () =>
        observer.call('searchProfiles', {
          interests,
          distance,
          country: 'all',
          order: 'active',
          online: round % 2 === 0,
        }),
      () => observer.call('searchProfiles', { name: 'Targ', country: 'all' }),
      () => observer.call('getProfile', { id: target.id }),
      () => observer.call('listSimilar', { id: target.id }),
      () => observer.call(round % 2 === 0 ? 'getDailyPicks' : 'listSignupMatches', {}),
      () => observer.call('getSwipe', {}),
    ];
    return kinds[number % kinds.length]!();
  }

  async function transcript(): Promise<string[]> {
    await test.sql('delete from daily_picks');
    const answersTo = async (observer: TestClient): Promise<string[]> => {
      const own: string[] = [];
      for (let number = 0; number < queryCount; number += 1) {
        const { status, body } = await ask(observer, number);
        expect([number, status]).toEqual([number, 200]);
        own.push(JSON.stringify(body));
      }
      return own;
    };
    const all: string[] = [];
    // A few at a time, because more would be answered that the service is busy.
    for (let first = 0; first < observers.length; first += 4)
      all.push(...(await Promise.all(observers.slice(first, first + 4).map(answersTo))).flat());
    return all;
  }

  /** Lists the numbers of the queries whose responses differ in any byte. */
  const differing = (one: readonly string[], other: readonly string[]): number[] =>
    one.flatMap((text, number) => (text === other[number] ? [] : [number % queryCount]));

  // Twenty observers with 500 queries take many minutes.
  it('LOC-01 changes no response to anybody, and only another cell does', { timeout: 1_800_000 }, async () => {
    const before = await transcript();
    expect(before.filter((text) => text.includes('"Target"')).length).toBeGreaterThan(before.length / 4);
    for (const position of cell) expect([position, await moveTo(position)]).toEqual([position, 'nl-zwolle']);
    expect(differing(before, await transcript())).toEqual([]);
    expect(await moveTo({ lat: 52.26, lon: 6.16 })).toBe('nl-deventer');
    expect(new Set(differing(before, await transcript()).map((number) => number % 8)).size).toBeGreaterThan(4);
  });
});
