import { randomUUID } from 'node:crypto';

import { beforeEach, describe, expect, it } from 'vitest';

import type { Output } from '../../../contract/index.ts';
import { insertProfiles } from '../../../tests/support/insert-profiles.ts';
import { type TestClient, createTestApp, useTestApp } from '../../../tests/support/test-app.ts';
import { makeDailyPicks } from '../queries.ts';

const evening = new Date('2026-11-22T19:00:00Z');
const midnight = '2026-11-22T23:00:00.000Z';

describe('suggesting members', () => {
  const test = useTestApp({ env: { DEMO: '0' } });
  beforeEach(async () => {
    test.clock.set(evening);
    await test.sql(`update profiles set status = 'hidden'`);
  });

  const woman = (town = 'nl-haarlem'): Promise<TestClient> => test.member({ gender: 'female', town });
  const men = async (number: number, fields: Record<string, unknown> = {}): Promise<MemberId[]> => {
    const place = { town: 'nl-haarlem', region: 'NL-NH', last_active_at: evening };
    const ids = await insertProfiles(test, number, { ...place, ...fields });
    await test.sql(
      `update profiles set main_photo = member_id, main_photo_status = 'approved' where member_id = any($1)`,
      [ids],
    );
    return ids;
  };
  const getDailyPicks = async (one: TestClient): Promise<Output<'getDailyPicks'>> =>
    (await one.call('getDailyPicks', {})).body;
  const getPicks = async (one: TestClient): Promise<MemberId[]> =>
    (await getDailyPicks(one)).results.map(({ id }) => id);

  it('lays a table of six nearby members for the evening, those with most in common first', async () => {
    const anna = await woman();
    await anna.call('updateProfile', { interests: ['cooking', 'hiking'], languages: ['nl', 'tr'] });
    await men(8, { town: null, region: null, interests: ['cooking', 'hiking'] });
    await men(5, { date_of_birth: '1984-01-01' });
    const [close = ''] = await men(1, { interests: ['hiking', 'music'], languages: ['tr'], town: 'nl-amsterdam' });
    const table = await getDailyPicks(anna);
    expect(table).toMatchObject({ ends_at: midnight, next_at: '2026-11-23T17:00:00.000Z' });
    expect(table.results).toHaveLength(6);
    expect(table.results[0]).toMatchObject({
      id: close,
      distance: '10-25',
      shared: { interests: ['hiking'], languages: ['tr'], town: false, age: true },
      conversation: null,
      message_credits: 5,
      send_blocker: null,
    });
    expect(table.results.slice(1).map(({ shared }) => shared)).toEqual(
      Array.from({ length: 5 }, () => ({ interests: [], languages: [], town: true, age: false })),
    );
  });

  it('waits for the evening of the member’s own time zone', async () => {
    const ava = await test.member({ gender: 'female', country: 'US', town: 'us-los-angeles' });
    expect(await getDailyPicks(ava)).toEqual({ results: [], ends_at: null, next_at: '2026-11-23T02:00:00.000Z' });
  });

  it('gives all racing devices the same picks, and keeps them for the evening', async () => {
    const anna = await woman();
    await men(20);
    const drawn = await Promise.all(Array.from({ length: 8 }, () => getPicks(anna)));
    expect(new Set(drawn.map(String)).size).toBe(1);
    const late = await men(20, { town: 'nl-haarlem', last_active_at: new Date('2026-11-22T19:30:00Z') });
    test.clock.set(new Date('2026-11-22T22:59:59Z'));
    expect(await getPicks(anna)).toEqual(drawn[0]);
    expect(drawn[0]?.some((id) => late.includes(id))).toBe(false);
  });

  it('keeps the picks that were drawn first, and never replaces them with those of an earlier evening', async () => {
    const anna = await woman();
    await men(1);
    const picks = await getPicks(anna);
    const slower = await men(6);
    for (const day of ['2026-11-22', '2026-11-21'])
      await test.context.database.transaction((tx) =>
        tx.run(makeDailyPicks, { memberId: anna.id, evening: day, pickedIds: slower }),
      );
    expect(await getPicks(anna)).toEqual(picks);
  });

  it('lays no table by day, says when the next one comes, and then seats other members', async () => {
    const anna = await woman();
    await men(12);
    const first = await getPicks(anna);
    test.clock.set(new Date(midnight));
    expect(await getDailyPicks(anna)).toEqual({ results: [], ends_at: null, next_at: '2026-11-23T17:00:00.000Z' });
    test.clock.set(new Date('2026-11-23T17:00:00Z'));
    const second = await getPicks(anna);
    expect(second).toHaveLength(6);
    expect(second.filter((id) => first.includes(id))).toEqual([]);
    test.clock.set(new Date('2026-11-24T17:00:00Z'));
    expect((await getPicks(anna)).toSorted()).toEqual(first.toSorted());
    // A node whose clock is behind draws no new table.
    const third = await getPicks(anna);
    test.clock.set(new Date('2026-11-23T22:00:00Z'));
    expect(await getPicks(anna)).toEqual(third);
  });

  it('keeps the table of a date for a member who moves west until that date ends there', async () => {
    const anna = await test.member({ gender: 'female', country: 'NZ', town: 'nz-auckland' });
    for (const [country, town] of [
      ['NZ', 'nz-auckland'],
      ['US', 'us-los-angeles'],
    ])
      await men(6, { country, town, region: null });
    const at = async (moment: string): Promise<string[]> => {
      test.clock.set(new Date(moment));
      return (await getPicks(anna)).toSorted();
    };
    const table = await at('2026-11-23T06:00:00Z');
    expect(table).toHaveLength(6);
    expect((await anna.call('updateProfile', { country: 'US', town: 'us-los-angeles' })).status).toBe(200);
    expect(await at('2026-11-23T06:00:00Z')).toEqual(table);
    expect(await at('2026-11-24T06:00:00Z')).toEqual(table);
    const next = await at('2026-11-25T06:00:00Z');
    expect(next).toHaveLength(6);
    expect(next.filter((id) => table.includes(id))).toEqual([]);
  });

  it('seats the previous evening’s members again rather than nobody', async () => {
    const anna = await woman();
    await men(4);
    const first = await getPicks(anna);
    test.clock.set(new Date('2026-11-23T17:00:00Z'));
    expect((await getPicks(anna)).toSorted()).toEqual(first.toSorted());
  });

  it('keeps a seat empty while its member cannot be found', async () => {
    const anna = await woman();
    await men(20);
    const picks = await getPicks(anna);
    const [banned, invisible, unconfirmed, other, blocked = '', stays] = picks;
    await test.sql(`update profiles set status = 'hidden' where member_id = $1`, [banned]);
    await test.sql(`update profiles set invisible = true where member_id = $1`, [invisible]);
    await test.sql(`update profiles set status = 'disabled' where member_id = $1`, [unconfirmed]);
    await test.sql(`update profiles set pool = 'elsewhere' where member_id = $1`, [other]);
    await anna.call('blockMember', { profile: blocked });
    expect(await getPicks(anna)).toEqual([stays]);
    expect((await anna.call('hideMember', { profile: stays })).status).toBe(200);
    expect(await getPicks(anna)).toEqual([]);
    await anna.call('unhideMember', { profile: stays });
    expect(await getPicks(anna)).toEqual([stays]);
    await test.sql('insert into blocked_by (member_id, by_id, created_at) values ($1, $2, now())', [anna.id, stays]);
    expect(await getPicks(anna)).toEqual([]);
    await anna.call('unblockMember', { profile: blocked });
    expect(await getPicks(anna)).toEqual([blocked]);
  });

  it('seats only strangers, and keeps those whom the viewer later likes or writes to', async () => {
    const anna = await woman();
    const [liked = '', swiped = '', written = '', ...rest] = await men(6);
    await anna.call('addLike', { profile: liked });
    await anna.call('swipeProfile', { profile: swiped, like: false, idempotency_key: randomUUID() });
    const text = { text: 'Good evening', idempotency_key: randomUUID() };
    expect((await anna.call('sendMessage', { profile: written, ...text })).status).toBe(200);
    expect((await getPicks(anna)).toSorted()).toEqual(rest.toSorted());
    const [first = '', second = ''] = rest;
    await anna.call('addLike', { profile: first });
    const sent = await anna.call('sendMessage', { profile: second, ...text, idempotency_key: randomUUID() });
    const table = (await getDailyPicks(anna)).results;
    expect(table.find(({ id }) => id === first)).toMatchObject({ liked: true, conversation: null });
    expect(table.find(({ id }) => id === second)).toMatchObject({ conversation: sent.body.message.conversation });
  });

  it('suggests nobody who is incompatible, without a photo or fictional', async () => {
    const anna = await woman();
    await men(2, { sexuality: 'gay' });
    await men(2, { fictional: true });
    await insertProfiles(test, 2);
    expect((await anna.call('searchProfiles', { with_photo: true })).body.numResults).toBe(2);
    expect(await getPicks(anna)).toEqual([]);
    expect((await anna.call('listSignupMatches', {})).body.results).toEqual([]);
    // No picks are not stored, so it can still be drawn.
    const [near] = await men(1);
    expect(await getPicks(anna)).toEqual([near]);
  });

  it('does not show a fictional member who was already picked', async () => {
    const anna = await woman();
    const [one] = await men(1);
    expect(await getPicks(anna)).toEqual([one]);
    const [drawn] = await men(1, { fictional: true });
    await test.sql('update daily_picks set picked_ids = $2 where member_id = $1', [anna.id, [drawn]]);
    expect(await getPicks(anna)).toEqual([]);
  });

  it('offers members after the sign-up, nearby ones first, and keeps those already liked', async () => {
    const anna = await test.member({ gender: 'female', confirmed: false });
    const near = await men(2, { town: 'nl-amsterdam' });
    const far = await men(9, { town: 'nl-maastricht', region: 'NL-LI' });
    const abroad = await men(9, { country: 'DE', town: null, region: null });
    const ids = (await anna.call('listSignupMatches', {})).body.results.map(({ id }) => id);
    expect(ids.slice(0, 2).toSorted()).toEqual(near.toSorted());
    expect(ids.slice(2).every((id) => far.includes(id))).toBe(true);
    expect(ids).toHaveLength(6);
    expect(ids.some((id) => abroad.includes(id))).toBe(false);
    await anna.call('addLike', { profile: near[0] });
    const again = (await anna.call('listSignupMatches', {})).body.results;
    expect(again.map(({ id }) => id)).toEqual(ids);
    expect(again.find(({ id }) => id === near[0])?.liked).toBe(true);
  });

  it('is refused to visitors, and nothing is drawn for a request from another site', async () => {
    const visitor = test.client();
    expect((await visitor.call('getDailyPicks', {})).status).toBe(403);
    expect((await visitor.call('listSignupMatches', {})).status).toBe(403);
    const anna = await woman();
    await men(1);
    const foreign = await anna.call('getDailyPicks', {}, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    expect(await test.sql('select from daily_picks where member_id = $1', [anna.id])).toEqual([]);
  });

  it('are limited to one to six by the database itself', async () => {
    const anna = await woman();
    const insert = (picks: string[]) =>
      test.sql('insert into daily_picks (member_id, evening, picked_ids) values ($1, now(), $2)', [anna.id, picks]);
    await expect(insert([])).rejects.toThrow('daily_picks_picked_ids_check');
    await expect(insert(Array.from({ length: 7 }, () => randomUUID()))).rejects.toThrow('daily_picks_picked_ids_check');
  });
});

it('labeled demo members are suggested too on the demo site, from the viewer’s own country first', async () => {
  const test = await createTestApp();
  test.clock.set(evening);
  const born = { date_of_birth: '1980-01-01' };
  const [drawn = ''] = await insertProfiles(test, 1, { fictional: true, ...born });
  const [far = ''] = await insertProfiles(test, 1, { fictional: true, ...born, country: 'FI', interests: ['hiking'] });
  await test.sql(`update profiles set main_photo = member_id, main_photo_status = 'approved'`);
  const anna = await test.member({ gender: 'female', date_of_birth: '1985-01-01' });
  await test.sql(`update profiles set interests = '{hiking}' where member_id = $1`, [anna.id]);
  const results = (await anna.call('getDailyPicks', {})).body.results;
  expect(results).toMatchObject([{ id: drawn, fictional: true, message_credits: 0 }, { id: far }]);
  await test.close();
});
