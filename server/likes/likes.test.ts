import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { LiveEvent } from '../../contract/events.ts';
import { type TestApp, type TestClient, createTestApp } from '../../tests/support/test-app.ts';
import { countNewLikes } from './count-new.ts';

describe('likes', () => {
  let test: TestApp;
  let anna: TestClient;
  let bert: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    [anna, bert] = await Promise.all([test.member({ gender: 'female' }), test.member({ gender: 'male' })]);
  });

  const hear = (client: TestClient): LiveEvent[] => {
    const events: LiveEvent[] = [];
    test.context.bus.subscribe(client.id, (event) => events.push(event));
    return events;
  };
  const typesOf = (events: LiveEvent[]): string[] => events.map(({ type }) => type).toSorted();
  const rowsBetween = async (a: string, b: string): Promise<number[]> => {
    const [row] = await test.sql<{ given: number; received: number }>(
      `select (select count(*)::int from likes_given where member_id = any($1) and receiver_id = any($1)) as given,
              (select count(*)::int from likes_received where member_id = any($1) and sender_id = any($1)) as received`,
      [[a, b]],
    );
    return [row?.given ?? -1, row?.received ?? -1];
  };

  it('are recorded once on both sides, however often they are sent', async () => {
    const heard = hear(bert);
    const answers = await Promise.all(Array.from({ length: 20 }, () => anna.call('addLike', { profile: bert.id })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.body).toEqual({ liked: true, match: false });
    expect(await rowsBetween(anna.id, bert.id)).toEqual([1, 1]);
    expect(typesOf(heard)).toEqual(['like']);
  });

  it('AZN-08 become a match when they are mutual, even if both arrive at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = await Promise.all([test.member({ gender: 'female' }), test.member({ gender: 'male' })]);
      const [heardA, heardB] = [hear(a), hear(b)];
      const [first, second] = await Promise.all([
        a.call('addLike', { profile: b.id }),
        b.call('addLike', { profile: a.id }),
      ]);
      expect([first.body.match, second.body.match].filter(Boolean)).toHaveLength(1);
      expect(typesOf(heardA)).toEqual(['like', 'like-given', 'match']);
      expect(typesOf(heardB)).toEqual(['like', 'like-given', 'match']);
      expect((await a.call('getProfile', { id: b.id })).body.profile).toMatchObject({
        match: true,
        liked: true,
        likes_you: true,
      });
    }
  });

  it('AZN-04 AZN-08 take the actor from the session, whatever the body says', async () => {
    const carl = await test.member({ gender: 'male' });
    const forged = { profile: bert.id, member_id: carl.id, sender_id: carl.id, receiver_id: anna.id, match: true };
    expect((await anna.call('addLike', forged)).body).toEqual({ liked: true, match: false });
    expect(await rowsBetween(anna.id, bert.id)).toEqual([1, 1]);
    expect(await rowsBetween(carl.id, bert.id)).toEqual([0, 0]);
    expect((await carl.call('removeLike', { profile: bert.id, member_id: anna.id })).status).toBe(200);
    expect(await rowsBetween(anna.id, bert.id)).toEqual([1, 1]);
  });

  it('AZN-05 are refused for malformed ids and without a session', async () => {
    for (const profile of [[bert.id], { id: bert.id }, 'x', '', null, `${bert.id}'--`]) {
      expect((await anna.call('addLike', { profile })).status).toBe(422);
    }
    expect((await test.client().call('addLike', { profile: bert.id })).body).toMatchObject({
      error: 'session.missing',
      authentication_required: true,
    });
  });

  it('are refused for oneself, and get the same answer for every profile that is not visible', async () => {
    expect((await anna.call('addLike', { profile: anna.id })).body.error).toBe('like.self');
    const absent = await anna.call('addLike', { profile: randomUUID() });
    expect(absent.body.error).toBe('profile.not-found');
    await test.sql('update profiles set invisible = true where member_id = $1', [bert.id]);
    expect((await anna.call('addLike', { profile: bert.id })).body).toEqual(absent.body);
    expect(await rowsBetween(anna.id, bert.id)).toEqual([0, 0]);
  });

  it('are refused both ways after a block, and a racing block leaves no like behind', async () => {
    await Promise.all([
      anna.call('addLike', { profile: bert.id }),
      bert.call('blockMember', { profile: anna.id }),
      anna.call('addLike', { profile: bert.id }),
    ]);
    expect(await rowsBetween(anna.id, bert.id)).toEqual([0, 0]);
    const name = (await test.sql<{ name: string }>('select name from members where member_id = $1', [bert.id]))[0]
      ?.name;
    const refused = await anna.call('addLike', { profile: bert.id });
    expect(refused.body).toEqual({
      error: 'profile.blocked-you',
      message: `You're blocked by ${name}. You do not have access to this page.`,
      name,
    });
    expect((await bert.call('addLike', { profile: anna.id })).body.error).toBe('profile.not-found');
  });

  it('are announced to both members’ tabs when given and removed, matching a fresh fetch', async () => {
    const [heardA, heardB] = [hear(anna), hear(bert)];
    await anna.call('addLike', { profile: bert.id });
    const lists = { anna: (await anna.call('listLikes')).body, bert: (await bert.call('listLikes')).body };
    expect(heardA).toEqual([{ type: 'like-given', profile: lists.anna.profiles[0], id: bert.id }]);
    const { like_new, at, ...profile } = lists.bert.liked_by[0] ?? {};
    expect(like_new).toBe(true);
    expect(heardB).toEqual([{ type: 'like', profile, at }]);

    await anna.call('removeLike', { profile: bert.id });
    expect(heardA.at(-1)).toEqual({ type: 'like-given', profile: null, id: bert.id });
    expect(heardB.at(-1)).toEqual({ type: 'like-gone', profile: anna.id });
    expect((await bert.call('listLikes')).body.liked_by).toEqual([]);
    const before = heardB.length;
    await anna.call('removeLike', { profile: bert.id });
    expect(heardB).toHaveLength(before);
  });

  it('are listed with new ones first, and newest first within each group', async () => {
    const senders: TestClient[] = [];
    for (let number = 0; number < 4; number += 1) {
      const sender = await test.member({ gender: 'male' });
      await sender.call('addLike', { profile: anna.id });
      senders.push(sender);
      test.clock.move(1_000);
    }
    const [first, second, third, fourth] = senders.map(({ id }) => id);
    const heard = hear(anna);
    await anna.call('getProfile', { id: third });
    expect(heard).toEqual([{ type: 'like-seen', profile: third }]);
    await anna.call('getProfile', { id: third });
    expect(heard).toHaveLength(1);
    const { liked_by } = (await anna.call('listLikes')).body;
    expect(liked_by.map(({ id }) => id)).toEqual([fourth, second, first, third]);
    expect(liked_by.map((like) => like.like_new)).toEqual([true, true, true, false]);
    expect(await countNewLikes(test.context, anna.id)).toBe(3);
  });

  it('leave out blocked and banned senders, and announce unconfirmed ones once they confirm', async () => {
    const unconfirmed = await test.member({ gender: 'male', confirmed: false });
    const banned = await test.member({ gender: 'male' });
    for (const sender of [unconfirmed, banned, bert]) await sender.call('addLike', { profile: anna.id });
    await test.sql(`update members set status = 'banned' where member_id = $1`, [banned.id]);
    await anna.call('blockMember', { profile: bert.id });
    expect((await anna.call('listLikes')).body.liked_by.map(({ id }) => id)).toEqual([unconfirmed.id]);
    expect(await countNewLikes(test.context, anna.id)).toBe(1);
    expect((await anna.call('getAutoLike')).status).toBe(204);
    await test.sql(`update members set status = 'active', confirmed_at = now() where member_id = $1`, [unconfirmed.id]);
    await test.sql(`update profiles set status = 'active' where member_id = $1`, [unconfirmed.id]);
    expect((await anna.call('getAutoLike')).body).toMatchObject({ id: unconfirmed.id });
  });

  it('are published to the receiver even if the sender is not confirmed', async () => {
    const unconfirmed = await test.member({ gender: 'male', confirmed: false });
    const heard = hear(anna);
    expect((await unconfirmed.call('addLike', { profile: anna.id })).status).toBe(200);
    expect(heard).toMatchObject([{ type: 'like', profile: { id: unconfirmed.id } }]);
  });

  describe('the auto-like', () => {
    it('announces received likes oldest first, each once, even to ten tabs at once', async () => {
      const senders: string[] = [];
      for (let number = 0; number < 3; number += 1) {
        const sender = await test.member({ gender: 'male' });
        await sender.call('addLike', { profile: anna.id });
        senders.push(sender.id);
        test.clock.move(1_000);
      }
      expect((await anna.call('getAutoLike')).body).toMatchObject({ id: senders[0], main_image: null });
      const answers = await Promise.all(Array.from({ length: 10 }, () => anna.call('getAutoLike')));
      const shown = answers.filter(({ status }) => status === 200).map(({ body }) => (body as { id: string }).id);
      expect(shown.toSorted()).toEqual(senders.slice(1).toSorted());
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(8);
    });

    it('never creates a like, and skips likes that were already seen', async () => {
      expect((await anna.call('getAutoLike')).status).toBe(204);
      expect(await test.sql('select 1 from likes_received where member_id = $1', [anna.id])).toEqual([]);
      await bert.call('addLike', { profile: anna.id });
      await anna.call('getProfile', { id: bert.id });
      expect((await anna.call('getAutoLike')).status).toBe(204);
    });
  });
});
