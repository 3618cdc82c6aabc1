import { beforeEach, describe, expect, it } from 'vitest';

import { quickMember, sendText } from '../../../tests/support/chat.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';

const test = useTestApp();
let ada: TestClient;
let bo: TestClient;

beforeEach(async () => {
  [ada, bo] = [await quickMember(test, { credits: 100 }), await quickMember(test)];
});

const getLines = async (who: TestClient, profile: string): Promise<string[]> =>
  (await who.call('listIcebreakers', { profile })).body.lines;
const describeAs = (who: TestClient, interests: string[], town: string | null = null) =>
  test.sql('update profiles set interests = $2, town = $3 where member_id = $1', [who.id, interests, town]);

describe('opening lines for a profile', () => {
  it('mention its interests in the reader’s language, and cost nothing', async () => {
    await describeAs(bo, ['astrology']);
    await ada.call('updateUser', { language: 'de' });
    const shown: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) shown.push(...(await getLines(ada, bo.id)));
    expect(new Set(shown).size).toBe(15);
    expect(shown.filter((line) => line.includes('„Astrologie“'))).not.toEqual([]);
    // The other lines are general ones; which of them appear depends on the draw.
    const say = test.context.sentences.in('de');
    const general = ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const).map((n) => say(`icebreakers.general-${n}`));
    expect(general.filter((line) => shown.includes(line))).not.toEqual([]);
    expect((await ada.call('getUser')).body.user.credits).toBe(100);
    expect((await ada.call('listChats')).body.chats).toEqual([]);
  });

  it('do not repeat across four tabs that ask at the same moment', async () => {
    await describeAs(bo, ['astrology', 'yoga']);
    const answers = await Promise.all(Array.from({ length: 4 }, () => getLines(ada, bo.id)));
    expect(new Set(answers.flat()).size).toBe(12);
  });

  it('never mention interests that this site does not show', async () => {
    await describeAs(bo, ['bondage', 'toys']);
    await ada.call('addLike', { profile: bo.id });
    for (let turn = 0; turn < 20; turn += 1)
      expect((await getLines(ada, bo.id)).join(' ')).not.toMatch(/Bondage|Toys|trust|teasing|keep for later/);
  });

  it('do not mark a like from that member as seen', async () => {
    await bo.call('addLike', { profile: ada.id });
    await getLines(ada, bo.id);
    expect((await ada.call('getUser')).body.user.new_likes).toBe(1);
  });

  it('are refused for oneself, invisible members and members who blocked the reader', async () => {
    const refused = async (who: TestClient, profile: string) =>
      (await who.call('listIcebreakers', { profile })).body as unknown;
    expect(await refused(ada, ada.id)).toMatchObject({ error: 'profile.not-found' });
    expect(await refused(ada, (await quickMember(test, { invisible: true })).id)).toMatchObject({
      error: 'profile.not-found',
    });
    await sendText(ada, { profile: bo.id });
    await bo.call('blockMember', { profile: ada.id });
    expect(await refused(ada, bo.id)).toMatchObject({ error: 'profile.blocked-you' });
  });
});
