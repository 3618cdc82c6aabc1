import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { sendText } from '../../../tests/support/chat.ts';
import { type TestApp, type TestClient, createTestApp } from '../../../tests/support/test-app.ts';

// The site's midnight is 22:00 UTC.
const evening = new Date('2026-07-10T21:50:00Z');
const nextDay = new Date('2026-07-10T22:00:00Z');
const nothing = { error: 'swipe.nothing-to-undo' };

let test: TestApp;
let anna: TestClient;
let ben: TestClient;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  test.clock.set(evening);
  anna = await test.member({ gender: 'female', paid: true });
  ben = await test.member({ gender: 'male', paid: true });
});
afterAll(() => test.close());

const swipe = (like: boolean) => anna.call('swipeProfile', { profile: ben.id, like, idempotency_key: randomUUID() });
const undo = () => anna.call('undoSwipe', {});
const canUndo = async () => (await anna.call('getSwipe', {})).body.can_undo;
const likesBen = async (): Promise<boolean> =>
  (await test.sql('select 1 from likes_given where member_id = $1 and receiver_id = $2', [anna.id, ben.id])).length ===
  1;

describe('an undo in the swipe game', () => {
  it('says whether it undid a like, and every answer says what the next undo would do', async () => {
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
