import { randomUUID } from 'node:crypto';

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { sendText, configureSite } from '../../../tests/support/chat.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';

const test = useTestApp();

describe('the swipe game', () => {
  let others: TestClient[];
  beforeAll(async () => {
    test.clock.set(new Date('2026-10-24T10:00:00Z'));
    others = await Promise.all(Array.from({ length: 12 }, () => test.member({ gender: 'male' })));
    // Only members with a photo are in the game.
    await test.sql(`update profiles set main_photo = member_id, main_photo_status = 'approved'`);
  });

  const player = (): Promise<TestClient> => test.member({ gender: 'female' });
  const swipe = (client: TestClient, to: TestClient, like: boolean, key: string = randomUUID()) =>
    client.call('swipeProfile', { profile: to.id, like, idempotency_key: key });
  const countLikes = async (client: TestClient): Promise<number> =>
    (
      await test.sql<{ count: number }>('select count(*)::int as count from likes_given where member_id = $1', [
        client.id,
      ])
    )[0]?.count ?? -1;

  it('ABU-01 gives exactly four likes a day, however many calls race', async () => {
    const anna = await player();
    const answers = await Promise.all(others.map((other) => swipe(anna, other, true)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 429).map(({ body }) => body)).toEqual(
      Array.from({ length: 8 }, () => expect.objectContaining({ error: 'swipe.limit', max: 4 })),
    );
    expect(await countLikes(anna)).toBe(4);
    expect((await anna.call('getSwipe', {})).body).toMatchObject({ likes_left: 0 });
  });

  it('ABU-01 begins a new day at the site’s midnight, even when the clocks change', async () => {
    const anna = await player();
    test.clock.set(new Date('2026-10-24T21:50:00Z'));
    for (const other of others.slice(0, 4)) expect((await swipe(anna, other, true)).status).toBe(200);
    test.clock.set(new Date('2026-10-24T21:50:00Z'));
    const refused = await swipe(anna, others[4]!, true);
    expect(refused.status).toBe(429);
    // The clock of the test goes on while calls wait.
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(590);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600);
    expect((await anna.call('getSwipe', {})).body.day_ends_at).toBe('2026-10-24T22:00:00.000Z');
    test.clock.set(new Date('2026-10-24T22:00:00Z'));
    expect((await swipe(anna, others[4]!, true)).body).toEqual({
      match: false,
      likes_left: 3,
      day_ends_at: '2026-10-25T23:00:00.000Z',
      can_undo: true,
      undoes_like: true,
      like_returns: true,
    });
  });

  it('never shows the same profile twice within 30 days, and does not count skips', async () => {
    const anna = await player();
    const seen: string[] = [];
    for (;;) {
      const { profile } = (await anna.call('getSwipe', {})).body;
      if (!profile || seen.length > 50) break;
      seen.push(profile.id);
      expect(
        (await anna.call('swipeProfile', { profile: profile.id, like: false, idempotency_key: randomUUID() })).status,
      ).toBe(200);
    }
    expect(seen.length).toBeGreaterThanOrEqual(12);
    expect(new Set(seen).size).toBe(seen.length);
    expect((await anna.call('getSwipe', {})).body.likes_left).toBe(4);
    expect((await swipe(anna, others[0]!, false)).body).toMatchObject({ error: 'swipe.again' });
    const age = (seconds: number): Promise<unknown> =>
      test.sql('update swipes set swiped_at = $2 where member_id = $1', [
        anna.id,
        new Date(test.clock.now().getTime() - seconds * 1_000),
      ]);
    await age(30 * 86_400 - 1);
    expect((await swipe(anna, others[0]!, false)).body).toMatchObject({ error: 'swipe.again' });
    await age(30 * 86_400);
    expect((await swipe(anna, others[0]!, false)).status).toBe(200);
  });

  it('leaves out profiles that the client already holds, the player likes, or that block the player', async () => {
    const [anna, held] = [await player(), others[1]!];
    await anna.call('addLike', { profile: others[0]!.id });
    await others[2]!.call('blockMember', { profile: anna.id });
    const shown = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const { profile } = (await anna.call('getSwipe', { held: held.id })).body;
      if (!profile) break;
      shown.add(profile.id);
      await anna.call('swipeProfile', { profile: profile.id, like: false, idempotency_key: randomUUID() });
    }
    expect([held, others[0]!, others[2]!].filter(({ id }) => shown.has(id))).toEqual([]);
    expect((await swipe(anna, others[2]!, true)).status).toBe(403);
    expect((await anna.call('getSwipe', {})).body.likes_left).toBe(4);
    await others[2]!.call('unblockMember', { profile: anna.id });
  });

  it('shows what both members have in common, even after an undo, but no fields hidden by the site', async () => {
    const anna = await player();
    await test.sql(`update profiles set interests = '{music,cooking,hiking}' where member_id <> $1`, [anna.id]);
    await anna.call('updateProfile', { interests: ['hiking', 'coffee', 'music'] });
    const next = async () => (await anna.call('getSwipe', {})).body.profile;
    const card = await next();
    expect(card?.shared).toEqual({ interests: ['music', 'hiking'], languages: [], town: true, age: true });
    await anna.call('swipeProfile', { profile: card?.id ?? '', like: false, idempotency_key: randomUUID() });
    expect((await anna.call('undoSwipe', {})).body.profile).toEqual(card);
    await configureSite(test, { visible_profile_fields: ['about'] });
    expect((await next())?.shared).toMatchObject({ interests: [], town: false });
    await configureSite(test, {});
  });

  it('refuses a list of held profiles that contains an invalid id', async () => {
    const anna = await player();
    for (const held of ['-'.repeat(36), `${others[0]!.id},${'0'.repeat(36)}`])
      expect((await anna.call('getSwipe', { held })).body.fields).toEqual({ held: 'field.invalid' });
    const both = others.slice(0, 2).map(({ id }) => id);
    expect((await anna.call('getSwipe', { held: both.join(',') })).status).toBe(200);
  });

  it('answers a repeated call like the first, and refuses a different one under the same key', async () => {
    const [anna, key] = [await player(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => swipe(anna, others[0]!, true, key)));
    expect(answers[0]?.body).toMatchObject({ likes_left: 3 });
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect((await swipe(anna, others[1]!, true, key)).body).toMatchObject({ error: 'request.key-reused' });
  });

  it('undoes only the last swipe, and returns its like once a day', async () => {
    const anna = await player();
    await swipe(anna, others[0]!, false);
    await swipe(anna, others[1]!, true);
    const undone = await Promise.all([anna.call('undoSwipe', {}), anna.call('undoSwipe', {})]);
    expect(undone.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(undone.find(({ status }) => status === 200)?.body).toMatchObject({
      profile: { id: others[1]!.id },
      like_returned: true,
      likes_left: 4,
    });
    expect(await countLikes(anna)).toBe(0);
    await swipe(anna, others[1]!, true);
    expect((await anna.call('undoSwipe', {})).body).toMatchObject({ like_returned: false, likes_left: 3 });
    expect(await countLikes(anna)).toBe(0);
  });

  it('does not undo a like given elsewhere, because a liked profile cannot be swiped', async () => {
    const anna = await player();
    await anna.call('addLike', { profile: others[0]!.id });
    expect((await swipe(anna, others[0]!, true)).body).toMatchObject({ error: 'swipe.again' });
    expect((await anna.call('undoSwipe', {})).body).toMatchObject({ error: 'swipe.nothing-to-undo' });
    expect(await countLikes(anna)).toBe(1);
    expect((await anna.call('getSwipe', {})).body).toMatchObject({ likes_left: 4 });
  });

  it('reports a match when the other member already likes the player', async () => {
    const anna = await player();
    await others[3]!.call('addLike', { profile: anna.id });
    expect((await swipe(anna, others[3]!, true)).body).toMatchObject({ match: true });
  });

  it('is limited to four likes a day by the database itself', async () => {
    const anna = await player();
    await swipe(anna, others[0]!, true);
    await expect(test.sql('update swipe_days set likes = 5 where member_id = $1', [anna.id])).rejects.toThrow(
      'swipe_days_likes_check',
    );
  });
});

describe('a swipe in progress', () => {
  it('goes through while a message under the same key is refused', async () => {
    const anna = await test.member({ gender: 'female', paid: true });
    const ben = await test.member({ gender: 'male' });
    const key = randomUUID();
    const locks = async (): Promise<number> =>
      (await test.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
        .length;
    const other = await test.context.database.pool.connect();
    try {
      await other.query('begin');
      await other.query(
        `select pg_advisory_xact_lock(hashtextextended('likes ' || least($1::text, $2) || greatest($1::text, $2), 0))`,
        [anna.id, ben.id],
      );
      const swiped = anna.call('swipeProfile', { profile: ben.id, like: true, idempotency_key: key });
      await expect.poll(locks).toBe(1);
      let isSent = false;
      const sent = sendText(anna, { profile: ben.id }, 'hello', key).finally(() => (isSent = true));
      await expect.poll(async () => isSent || (await locks()) === 2).toBe(true);
      await other.query('commit');
      expect((await swiped).status).toBe(200);
      expect((await sent).body).toMatchObject({ error: 'request.key-reused' });
    } finally {
      other.release();
    }
  });
});

describe('an undo in the swipe game', () => {
  // The site's midnight is 22:00 UTC.
  const evening = new Date('2026-07-10T21:50:00Z');
  const nextDay = new Date('2026-07-10T22:00:00Z');
  const nothing = { error: 'swipe.nothing-to-undo' };

  let anna: TestClient;
  let ben: TestClient;
  beforeEach(async () => {
    test.clock.set(evening);
    anna = await test.member({ gender: 'female', paid: true });
    ben = await test.member({ gender: 'male', paid: true });
  });

  const swipe = (like: boolean) => anna.call('swipeProfile', { profile: ben.id, like, idempotency_key: randomUUID() });
  const undo = () => anna.call('undoSwipe', {});
  const canUndo = async () => (await anna.call('getSwipe', {})).body.can_undo;
  const likesBen = async (): Promise<boolean> =>
    (await test.sql('select 1 from likes_given where member_id = $1 and receiver_id = $2', [anna.id, ben.id]))
      .length === 1;

  it('says whether it undid a like, and every response says what the next undo would do', async () => {
    expect((await swipe(false)).body).toMatchObject({ can_undo: true, undoes_like: false, like_returns: true });
    expect((await anna.call('getSwipe', {})).body).toMatchObject({ can_undo: true, undoes_like: false });
    expect((await undo()).body).toMatchObject({ was_like: false, like_returned: false, like_returns: true });
    expect((await swipe(true)).body).toMatchObject({ can_undo: true, undoes_like: true, like_returns: true });
    expect((await undo()).body).toMatchObject({
      was_like: true,
      like_returned: true,
      can_undo: false,
      undoes_like: false,
      like_returns: false,
    });
    expect((await swipe(true)).body).toMatchObject({ undoes_like: true, like_returns: false });
    expect((await anna.call('getSwipe', {})).body).toMatchObject({ undoes_like: true, like_returns: false });
    expect((await undo()).body).toMatchObject({ was_like: true, like_returned: false, likes_left: 3 });
  });

  it.each([true, false])('does not reach a swipe from an earlier day (like: %s)', async (like) => {
    await swipe(like);
    expect(await canUndo()).toBe(true);
    test.clock.set(nextDay);
    expect(await canUndo()).toBe(false);
    expect((await undo()).body).toMatchObject(nothing);
    expect(await likesBen()).toBe(like);
  });

  it('does not take back a like that became a match, whether at once or later', async () => {
    await swipe(true);
    await ben.call('addLike', { profile: anna.id });
    expect(await canUndo()).toBe(false);
    expect((await undo()).body).toMatchObject(nothing);
    expect(await likesBen()).toBe(true);
    await anna.call('removeLike', { profile: ben.id });
    await test.sql('delete from swipes where member_id = $1', [anna.id]);
    expect((await swipe(true)).body).toMatchObject({ match: true, can_undo: false, undoes_like: false });
    expect((await undo()).body).toMatchObject(nothing);
    expect(await likesBen()).toBe(true);
  });

  it('keeps a like once a message follows it, but can undo a swipe of an earlier correspondent', async () => {
    await swipe(true);
    test.clock.move(60_000);
    expect((await sendText(ben, { profile: anna.id })).status).toBe(200);
    expect(await canUndo()).toBe(false);
    expect((await undo()).body).toMatchObject(nothing);
    expect(await likesBen()).toBe(true);
    await anna.call('removeLike', { profile: ben.id });
    for (const like of [false, true]) {
      await test.sql('delete from swipes where member_id = $1', [anna.id]);
      expect((await swipe(like)).body).toMatchObject({ can_undo: true });
      expect((await undo()).body).toMatchObject({ profile: { id: ben.id }, was_like: like });
    }
  });

  it('does not take back a like that was removed on the profile and given again', async () => {
    await swipe(true);
    await anna.call('removeLike', { profile: ben.id });
    test.clock.move(60_000);
    await anna.call('addLike', { profile: ben.id });
    expect(await canUndo()).toBe(false);
    expect((await undo()).body).toMatchObject(nothing);
    expect(await likesBen()).toBe(true);
  });

  it('takes back only the swipe of the named profile', async () => {
    await swipe(true);
    const other = await test.member({ gender: 'male', paid: true });
    expect((await anna.call('undoSwipe', { profile: other.id })).body).toMatchObject(nothing);
    expect(await likesBen()).toBe(true);
    expect((await anna.call('undoSwipe', { profile: ben.id })).body).toMatchObject({ profile: { id: ben.id } });
  });

  it('brings back the card even if its like was already removed on the profile', async () => {
    await swipe(true);
    await anna.call('removeLike', { profile: ben.id });
    expect((await undo()).body).toMatchObject({ profile: { id: ben.id }, was_like: true, like_returned: true });
  });
});
