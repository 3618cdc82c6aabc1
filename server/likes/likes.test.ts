import { randomUUID } from 'node:crypto';

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { LiveEvent } from '../../contract/events.ts';
import type { LikesList } from '../../contract/likes/likes-lists.ts';
import { likesPageSize } from '../../contract/likes/limits.ts';
import type { Likes } from '../../contract/likes/operations.ts';
import { hearEvents, quickMember } from '../../tests/support/chat.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { countNewLikes } from './new-likes.ts';

const test = useTestApp();

describe('likes', () => {
  let anna: TestClient;
  let bert: TestClient;
  beforeEach(async () => {
    [anna, bert] = await Promise.all([quickMember(test), quickMember(test)]);
  });

  const getTypes = (events: LiveEvent[]): string[] => events.map(({ type }) => type).toSorted();
  const rowsBetween = async (a: string, b: string): Promise<number[]> => {
    const [row] = await test.sql<{ given: number; received: number }>(
      `select (select count(*)::int from likes_given where member_id = any($1) and receiver_id = any($1)) as given,
              (select count(*)::int from likes_received where member_id = any($1) and sender_id = any($1)) as received`,
      [[a, b]],
    );
    return [row?.given ?? -1, row?.received ?? -1];
  };

  it('are recorded once on both sides, however often they are sent', async () => {
    const heard = hearEvents(test, bert.id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => anna.call('addLike', { profile: bert.id })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.body).toEqual({ liked: true, match: false });
    expect(await rowsBetween(anna.id, bert.id)).toEqual([1, 1]);
    expect(getTypes(heard)).toEqual(['like']);
  });

  it('AZN-08 become a match when they are mutual, even if both arrive at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = await Promise.all([quickMember(test), quickMember(test)]);
      const [heardA, heardB] = [hearEvents(test, a.id), hearEvents(test, b.id)];
      const [first, second] = await Promise.all([
        a.call('addLike', { profile: b.id }),
        b.call('addLike', { profile: a.id }),
      ]);
      expect([first.body.match, second.body.match].filter(Boolean)).toHaveLength(1);
      expect(getTypes(heardA)).toEqual(['like', 'like-given', 'match']);
      expect(getTypes(heardB)).toEqual(['like', 'like-given', 'match']);
      expect((await a.call('getProfile', { id: b.id })).body.profile).toMatchObject({
        match: true,
        liked: true,
        likes_you: true,
      });
    }
  });

  it('AZN-04 AZN-08 take the actor from the session, whatever the body says', async () => {
    const carl = await quickMember(test);
    const forged = { profile: bert.id, member_id: carl.id, sender_id: carl.id, receiver_id: anna.id, match: true };
    expect((await anna.call('addLike', forged)).body).toEqual({ liked: true, match: false });
    expect(await rowsBetween(anna.id, bert.id)).toEqual([1, 1]);
    expect(await rowsBetween(carl.id, bert.id)).toEqual([0, 0]);
    expect((await carl.call('removeLike', { profile: bert.id, member_id: anna.id })).status).toBe(200);
    expect(await rowsBetween(anna.id, bert.id)).toEqual([1, 1]);
  });

  it('keeps a like that is a match if the caller wants matches kept, and only then', async () => {
    const remove = async (keepsMatch: boolean) =>
      (await anna.call('removeLike', { profile: bert.id, ...(keepsMatch && { keep_match: true }) })).body;
    await anna.call('addLike', { profile: bert.id });
    expect(await remove(true)).toEqual({ liked: false });
    await anna.call('addLike', { profile: bert.id });
    await bert.call('addLike', { profile: anna.id });
    expect(await remove(true)).toEqual({ liked: true });
    expect(await rowsBetween(anna.id, bert.id)).toEqual([2, 2]);
    expect(await remove(false)).toEqual({ liked: false });
    expect(await rowsBetween(anna.id, bert.id)).toEqual([1, 1]);
    expect(await remove(true)).toEqual({ liked: false });
  });

  it('are refused for oneself, and get the same response for every profile that is not visible', async () => {
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
    const [heardA, heardB] = [hearEvents(test, anna.id), hearEvents(test, bert.id)];
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
      const sender = await quickMember(test);
      await sender.call('addLike', { profile: anna.id });
      senders.push(sender);
      test.clock.move(1_000);
    }
    const [first, second, third, fourth] = senders.map(({ id }) => id);
    const heard = hearEvents(test, anna.id);
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
    const unconfirmed = await quickMember(test, { confirmed: false });
    const banned = await quickMember(test);
    const heard = hearEvents(test, anna.id);
    const senders = [unconfirmed, banned, bert];
    for (const sender of senders) await sender.call('addLike', { profile: anna.id });
    expect(heard).toMatchObject(senders.map(({ id }) => ({ type: 'like', profile: { id } })));
    await test.sql(`update members set status = 'banned' where member_id = $1`, [banned.id]);
    await anna.call('blockMember', { profile: bert.id });
    expect((await anna.call('listLikes')).body.liked_by.map(({ id }) => id)).toEqual([unconfirmed.id]);
    expect(await countNewLikes(test.context, anna.id)).toBe(1);
    expect((await anna.call('getAutoLike')).status).toBe(204);
    await test.sql(`update members set status = 'active', confirmed_at = now() where member_id = $1`, [unconfirmed.id]);
    await test.sql(`update profiles set status = 'active' where member_id = $1`, [unconfirmed.id]);
    expect((await anna.call('getAutoLike')).body).toMatchObject({ id: unconfirmed.id });
  });

  describe('the auto-like', () => {
    it('announces received likes oldest first, each once, even to ten tabs at once', async () => {
      const senders: string[] = [];
      for (let number = 0; number < 3; number += 1) {
        const sender = await quickMember(test);
        await sender.call('addLike', { profile: anna.id });
        senders.push(sender.id);
        test.clock.move(1_000);
      }
      expect((await anna.call('getAutoLike')).body).toMatchObject({ id: senders[0], main_image: null });
      const answers = await Promise.all(Array.from({ length: 10 }, () => anna.call('getAutoLike')));
      const shown = answers.filter(({ status }) => status === 200).map(({ body }) => (body as { id: MemberId }).id);
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

describe('the pages of likes', () => {
  let ada: TestClient;
  /** Members who like Ada, in order, four at the same moment. She likes every other one back and saw the first ten. */
  const fans: TestClient[] = [];
  const seenCount = 10;

  beforeAll(async () => {
    ada = await quickMember(test);
    for (let number = 0; number < 2 * likesPageSize + 5; number += 1) {
      const fan = await quickMember(test);
      fans.push(fan);
      await fan.call('addLike', { profile: ada.id });
      if (number % 2 === 0) await ada.call('addLike', { profile: fan.id });
      const at = new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(number / 4)));
      await test.sql('update likes_received set created_at = $2 where sender_id = $1', [fan.id, at]);
      await test.sql('update likes_given set created_at = $2 where receiver_id = $1', [fan.id, at]);
      if (number < seenCount) await ada.call('getProfile', { id: fan.id });
    }
  }, 120_000);

  const getPage = async (before?: string): Promise<Likes> =>
    (await ada.call('listLikes', before ? { before } : {})).body;

  async function walk(list: LikesList): Promise<{ sizes: number[]; ids: MemberId[]; pages: Likes[] }> {
    const pages = [await getPage()];
    for (let next = pages[0]?.before[list]; next; next = pages.at(-1)?.before[list]) pages.push(await getPage(next));
    const members = pages.map((page) => page[list].map(({ id }) => id));
    return { sizes: members.map((ids) => ids.length), ids: members.flat(), pages };
  }

  it('contain each received like once: new ones first, then the rest, each newest first', async () => {
    const { sizes, ids, pages } = await walk('liked_by');
    expect(sizes).toEqual([likesPageSize, likesPageSize, 5]);
    expect(new Set(ids)).toEqual(new Set(fans.map(({ id }) => id)));
    const all = pages.flatMap((page) => page.liked_by);
    expect(all.map((like) => like.like_new)).toEqual([
      ...Array.from({ length: fans.length - seenCount }, () => true),
      ...Array.from({ length: seenCount }, () => false),
    ]);
    for (const isNew of [true, false]) {
      const times = all.filter((like) => like.like_new === isNew).map(({ at }) => at);
      expect(times).toEqual(times.toSorted().toReversed());
    }
  });

  it('contain given likes, and matches in the order of received likes', async () => {
    const matched = fans.filter((_, number) => number % 2 === 0).map(({ id }) => id);
    const { ids: given, sizes } = await walk('profiles');
    expect(sizes).toEqual([likesPageSize, matched.length - likesPageSize]);
    expect(given.toSorted()).toEqual(matched.toSorted());
    const { ids: received } = await walk('liked_by');
    expect((await walk('matches')).ids).toEqual(received.filter((id) => matched.includes(id)));
  });

  it('contain only the list that their cursor belongs to', async () => {
    const first = await getPage();
    const next = await getPage(first.before.matches ?? '');
    expect([next.profiles, next.liked_by, next.new]).toEqual([[], [], []]);
    expect(next.before).toEqual({ profiles: null, liked_by: null, matches: null });
    expect(next.matches.length).toBeGreaterThan(0);
  });

  it('list the other new likes with the first page, so that the count matches the user’s', async () => {
    const first = await getPage();
    const shown = first.liked_by.filter((like) => like.like_new).length;
    expect(shown + first.new.length).toBe(await countNewLikes(test.context, ada.id));
    expect(first.new.length).toBeGreaterThan(0);
    expect(first.liked_by.filter(({ id }) => first.new.includes(id))).toEqual([]);
  });

  it('skip nobody while one like is seen, one is removed and one arrives', async () => {
    const first = await getPage();
    const [seen, gone] = [first.liked_by[0]?.id ?? '', first.liked_by[1]?.id ?? ''];
    await ada.call('getProfile', { id: seen });
    await fans.find(({ id }) => id === gone)?.call('removeLike', { profile: ada.id });
    test.clock.move(1_000);
    const late = await quickMember(test);
    await late.call('addLike', { profile: ada.id });
    const later: string[] = [];
    for (let next = first.before.liked_by; next;) {
      const page = await getPage(next);
      later.push(...page.liked_by.map(({ id }) => id));
      next = page.before.liked_by;
    }
    const others = first.liked_by.map(({ id }) => id).filter((id) => id !== seen && id !== gone);
    // The sender who was seen is now among the rest.
    expect([...others, ...later, gone].toSorted()).toEqual(fans.map(({ id }) => id).toSorted());
  });

  it('accept only well-formed cursors', async () => {
    for (const before of [
      '',
      `1.${ada.id}`,
      `liked_by.2.1.${ada.id}`,
      `others.1.1.${ada.id}`,
      `liked_by.1.x.${ada.id}`,
    ])
      expect((await ada.call('listLikes', { before })).status).toBe(422);
    expect((await getPage(`matches.0.0.${ada.id}`)).matches).toEqual([]);
  });
});
