import { randomUUID } from 'node:crypto';

import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { waitForLocks } from '../../../tests/support/chat.ts';
import { signIn } from '../../../tests/support/push.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';

// The site's midnight is 22:00 UTC.
const before = new Date('2026-07-10T21:50:00Z');
const later = new Date('2026-07-10T22:10:00Z');
const firstEnd = '2026-07-10T22:00:00.000Z';
const secondEnd = '2026-07-11T22:00:00.000Z';

const test = useTestApp({ env: { COUNTRY_HEADER: 'cf-ipcountry', TRUST_PROXY: '1' } });
let others: string[];
let anna: TestClient;
beforeAll(async () => {
  const ids = Array.from({ length: 50 }, () => test.member({ gender: 'male' }));
  others = (await Promise.all(ids)).map(({ id }) => id);
  await test.sql(`update profiles set main_photo = member_id, main_photo_status = 'approved'`);
});
beforeEach(async () => {
  test.clock.set(before);
  anna = await test.member({ gender: 'female' });
});

const swipe = (profile: string, { client = anna, like = true, headers = {} } = {}) =>
  client.call('swipeProfile', { profile, like, idempotency_key: randomUUID() }, headers);
const left = async (client = anna): Promise<number> => (await client.call('getSwipe', {})).body.likes_left;

async function likeAll(profiles: string[]): Promise<number> {
  let given = 0;
  for (const profile of profiles) if ((await swipe(profile)).status === 200) given += 1;
  return given;
}

/** Blocks the call on the member's row until the clock has moved on and `meanwhile` has run. */
async function overMidnight<Answer>(call: () => Promise<Answer>, meanwhile: string): Promise<Answer> {
  const other = await test.context.database.pool.connect();
  try {
    await other.query('begin');
    await other.query('select from swipe_days where member_id = $1 for update', [anna.id]);
    const answer = call();
    await waitForLocks(test);
    test.clock.set(later);
    await other.query(meanwhile);
    await other.query('commit');
    return await answer;
  } finally {
    other.release();
  }
}

describe('the change of day in the swipe game', () => {
  it('ABU-01 counts a like that waited past midnight toward the new day', async () => {
    expect(await likeAll(others.slice(0, 3))).toBe(3);
    const waited = await overMidnight(() => swipe(others[3]!), 'select 1');
    expect(waited.body).toMatchObject({ likes_left: 3, day_ends_at: secondEnd });
    expect(await likeAll(others.slice(4, 10))).toBe(3);
  });

  it('ABU-01 does not reset the new day for a call that has waited since the old one', async () => {
    expect(await likeAll(others.slice(0, 4))).toBe(4);
    const begun = `update swipe_days set day = '2026-07-11', likes = 1 where member_id = '${anna.id}'`;
    expect((await overMidnight(() => swipe(others[4]!), begun)).body).toMatchObject({ likes_left: 2 });
    expect(await likeAll(others.slice(5, 12))).toBe(2);
  });

  it.each(['a like', 'an undo'])(
    'ABU-01 does not bring the old day back on a node whose clock is behind, with %s',
    async (act) => {
      test.clock.set(later);
      expect((await swipe(others[0]!)).body).toMatchObject({ likes_left: 3, day_ends_at: secondEnd });
      test.clock.set(before);
      const answer = act === 'a like' ? await swipe(others[1]!) : await anna.call('undoSwipe', {});
      const expected = act === 'a like' ? 2 : 4;
      expect(answer.body).toMatchObject({ likes_left: expected, day_ends_at: secondEnd });
      expect((await anna.call('getSwipe', {})).body).toMatchObject({ likes_left: expected, day_ends_at: secondEnd });
      test.clock.set(later);
      expect(await likeAll(others.slice(2, 10))).toBe(expected);
      expect(await left()).toBe(0);
    },
  );

  it('ABU-01 returns a like once a day, even if the second undo comes from a node that is behind', async () => {
    test.clock.set(later);
    await swipe(others[0]!);
    expect((await anna.call('undoSwipe', {})).body).toMatchObject({ like_returned: true, likes_left: 4 });
    await swipe(others[1]!);
    test.clock.set(before);
    expect((await anna.call('undoSwipe', {})).body).toMatchObject({ like_returned: false, likes_left: 3 });
    test.clock.set(later);
    await swipe(others[2]!);
    expect((await anna.call('undoSwipe', {})).body).toMatchObject({ like_returned: false, likes_left: 2 });
  });

  it('ABU-01 allows at most four likes a day when 50 calls race past midnight on differing clocks', async () => {
    let reads = 0;
    const clock = vi.spyOn(test.context.clock, 'now');
    clock.mockImplementation(() => ((reads += 1) % 3 === 0 ? before : later));
    const answers = await Promise.all(others.map((profile) => swipe(profile)));
    clock.mockRestore();
    const ends = answers.filter(({ status }) => status === 200).map(({ body }) => body.day_ends_at);
    expect(ends.filter((end) => end === firstEnd).length).toBeLessThanOrEqual(4);
    expect(ends.filter((end) => end === secondEnd)).toHaveLength(4);
    const [given] = await test.sql('select count(*)::int as n from likes_given where member_id = $1', [anna.id]);
    expect(given).toEqual({ n: ends.length });
    test.clock.set(later);
    expect(await left()).toBe(0);
  });
});

describe('the daily likes of a member', () => {
  it('ABU-02 remain four under another language, country, town, time zone or session', async () => {
    expect(await likeAll(others.slice(0, 4))).toBe(4);
    const refused = async (client = anna, headers: Record<string, string> = {}): Promise<void> => {
      expect((await swipe(others[9]!, { client, headers })).body).toMatchObject({ error: 'swipe.limit' });
      expect((await client.call('getSwipe', {}, headers)).body).toMatchObject({
        likes_left: 0,
        day_ends_at: firstEnd,
      });
    };
    expect((await anna.call('updateUser', { language: 'fi' })).status).toBe(200);
    await refused();
    // East of the site, the next day has begun.
    await refused(anna, { 'cf-ipcountry': 'AU', 'x-forwarded-for': '203.0.113.77', 'accept-language': 'en-AU' });
    expect((await anna.call('updateProfile', { country: 'FI', town: 'fi-helsinki' })).status).toBe(200);
    await refused();
    const phone = await signIn(test, anna);
    await refused(phone, { 'x-client-type': 'app', 'cf-ipcountry': 'NZ' });
    await anna.call('logOut', {});
    await refused(await signIn(test, anna));
  });
});
