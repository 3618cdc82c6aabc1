import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { LikesList } from '../../contract/likes/likes-lists.ts';
import type { Likes } from '../../contract/likes/operations.ts';
import { likesPageSize } from '../../contract/likes/limits.ts';
import { quickMember } from '../../tests/support/chat.ts';
import { type TestApp, type TestClient, createTestApp } from '../../tests/support/test-app.ts';
import { countNewLikes } from './count-new.ts';

let test: TestApp;
let ada: TestClient;
/** Members who like Ada, in order, four at the same moment. She likes every other one back and saw the first ten. */
const fans: TestClient[] = [];
const seenCount = 10;

beforeAll(async () => {
  test = await createTestApp();
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
afterAll(() => test.close());

const pageOf = async (before?: string): Promise<Likes> => (await ada.call('listLikes', before ? { before } : {})).body;

async function walk(list: LikesList): Promise<{ sizes: number[]; ids: string[]; pages: Likes[] }> {
  const pages = [await pageOf()];
  for (let next = pages[0]?.before[list]; next; next = pages.at(-1)?.before[list]) pages.push(await pageOf(next));
  const members = pages.map((page) => page[list].map(({ id }) => id));
  return { sizes: members.map((ids) => ids.length), ids: members.flat(), pages };
}

describe('the pages of likes', () => {
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
    const first = await pageOf();
    const next = await pageOf(first.before.matches ?? '');
    expect([next.profiles, next.liked_by, next.new]).toEqual([[], [], []]);
    expect(next.before).toEqual({ profiles: null, liked_by: null, matches: null });
    expect(next.matches.length).toBeGreaterThan(0);
  });

  it('list the other new likes with the first page, so that the count matches the user’s', async () => {
    const first = await pageOf();
    const shown = first.liked_by.filter((like) => like.like_new).length;
    expect(shown + first.new.length).toBe(await countNewLikes(test.context, ada.id));
    expect(first.new.length).toBeGreaterThan(0);
    expect(first.liked_by.filter(({ id }) => first.new.includes(id))).toEqual([]);
  });

  it('skip nobody while one like is seen, one is removed and one arrives', async () => {
    const first = await pageOf();
    const [seen, gone] = [first.liked_by[0]?.id ?? '', first.liked_by[1]?.id ?? ''];
    await ada.call('getProfile', { id: seen });
    await fans.find(({ id }) => id === gone)?.call('removeLike', { profile: ada.id });
    test.clock.move(1_000);
    const late = await quickMember(test);
    await late.call('addLike', { profile: ada.id });
    const later: string[] = [];
    for (let next = first.before.liked_by; next;) {
      const page = await pageOf(next);
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
    expect((await pageOf(`matches.0.0.${ada.id}`)).matches).toEqual([]);
  });
});
