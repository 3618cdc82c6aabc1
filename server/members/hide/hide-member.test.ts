import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { hiddenMembersMax } from '../../../contract/members/limits.ts';
import { hearEvents, quickMember, sendText } from '../../../tests/support/chat.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';

const test = useTestApp();

/** Creates two members who can find each other, alone in their pool. */
async function twoMembers(): Promise<[ada: TestClient, bo: TestClient]> {
  const [ada, bo] = [await quickMember(test, { credits: 100 }), await quickMember(test, { credits: 100 })];
  await test.sql('update profiles set pool = $1 where member_id = any($2)', [randomUUID(), [ada.id, bo.id]]);
  return [ada, bo];
}

const hiddenBy = async (client: TestClient): Promise<string[]> =>
  (await client.call('listHidden')).body.profiles.map(({ id }) => id);

async function fillHides({ id }: TestClient, count: number): Promise<void> {
  const { id: like } = await quickMember(test);
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const table of ['members', 'profiles'])
    await test.sql(
      `insert into ${table}
       select (jsonb_populate_record(t, jsonb_build_object('member_id', id, 'name', id, 'email', id))).*
         from ${table} t cross join unnest($2::uuid[]) as id where t.member_id = $1`,
      [like, ids],
    );
  await test.sql('insert into hides select $1, unnest($2::uuid[]), $3', [id, ids, test.clock.now()]);
}

describe('hiding a member', () => {
  it('leaves them out of searches until unhidden, and tells only the hiding member’s devices', async () => {
    const [ada, bo] = await twoMembers();
    const [adaHears, boHears] = [hearEvents(test, ada.id), hearEvents(test, bo.id)];
    const found = async () => (await ada.call('searchProfiles')).body.numResults;
    expect(await found()).toBe(1);
    for (let times = 0; times < 2; times += 1)
      expect((await ada.call('hideMember', { profile: bo.id })).body).toEqual({ ok: true });
    expect([await found(), await hiddenBy(ada)]).toEqual([0, [bo.id]]);
    expect(adaHears.at(-1)).toEqual({ type: 'member-hidden', profile: bo.id, hidden: true });
    expect((await ada.call('getProfile', { id: bo.id })).body.profile.hidden).toBe(true);
    await ada.call('unhideMember', { profile: bo.id });
    await ada.call('unhideMember', { profile: randomUUID() });
    expect([await found(), await hiddenBy(ada)]).toEqual([1, []]);
    expect(adaHears).toContainEqual({ type: 'member-hidden', profile: bo.id, hidden: false });
    expect(boHears).toEqual([]);
  });

  it('changes no response to the hidden member, whose messages and likes still arrive', async () => {
    const [ada, bo] = await twoMembers();
    const { conversation } = (await sendText(ada, { profile: bo.id })).body.message;
    const answers = async () =>
      [
        await bo.call('getUser'),
        await bo.call('getProfile', { id: ada.id }),
        await bo.call('searchProfiles'),
        await bo.call('listSimilar', { id: ada.id }),
        await bo.call('listLikes'),
        await bo.call('listChats'),
        await bo.call('getChat', { conversation }),
        await bo.call('getChat', { profile: ada.id }),
        await bo.call('listBlocks'),
        await bo.call('listHidden'),
      ].map(({ status, body }) => ({ status, body: JSON.stringify(body) }));
    // The first reading changes the unread count.
    await answers();
    const before = await answers();
    await ada.call('hideMember', { profile: bo.id });
    expect(await answers()).toEqual(before);
    const heard = hearEvents(test, ada.id);
    expect((await sendText(bo, { conversation })).status).toBe(200);
    expect((await bo.call('addLike', { profile: ada.id })).status).toBe(200);
    expect(heard.map(({ type }) => type)).toEqual(expect.arrayContaining(['message', 'like']));
    expect((await ada.call('listChats')).body.chats).toMatchObject([{ profile: { id: bo.id } }]);
    expect((await ada.call('getChat', { conversation })).body).toMatchObject({ hidden: true, send_blocker: null });
    expect((await ada.call('listLikes')).body.liked_by).toMatchObject([{ id: bo.id }]);
  });

  it('is refused for oneself, for unknown ids and for invisible members who never made contact', async () => {
    const ada = await quickMember(test);
    const invisible = await quickMember(test, { invisible: true });
    for (const profile of [ada.id, randomUUID(), invisible.id])
      expect((await ada.call('hideMember', { profile })).body.error).toBe('profile.not-found');
    expect(await test.sql('select from hides where member_id = $1', [ada.id])).toEqual([]);
  });

  it('has a limit that concurrent calls cannot exceed', async () => {
    const ada = await quickMember(test);
    const others = await Promise.all(Array.from({ length: 4 }, () => quickMember(test)));
    await fillHides(ada, hiddenMembersMax - 1);
    const answers = await Promise.all(others.map(({ id }) => ada.call('hideMember', { profile: id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      error: 'hide.too-many',
      max: hiddenMembersMax,
    });
    const kept = others[answers.findIndex(({ status }) => status === 200)]?.id ?? '';
    // A member who is already hidden can be hidden again.
    expect((await ada.call('hideMember', { profile: kept })).status).toBe(200);
    expect(await test.sql('select from hides where member_id = $1', [ada.id])).toHaveLength(hiddenMembersMax);
  });

  it('counts only visible members toward its limit, and drops the longest hidden of the others', async () => {
    const ada = await quickMember(test);
    const [blocker, banned, bo] = [await quickMember(test), await quickMember(test), await quickMember(test)];
    for (const { id } of [blocker, banned]) {
      await ada.call('hideMember', { profile: id });
      test.clock.move(1_000);
    }
    await fillHides(ada, hiddenMembersMax - 2);
    expect((await ada.call('hideMember', { profile: bo.id })).body.error).toBe('hide.too-many');
    await blocker.call('blockMember', { profile: ada.id });
    await test.sql(`update profiles set status = 'hidden' where member_id = $1`, [banned.id]);
    expect((await ada.call('hideMember', { profile: bo.id })).body).toEqual({ ok: true });
    const kept = (
      await test.sql<{ id: string }>('select hidden_id as id from hides where member_id = $1', [ada.id])
    ).map(({ id }) => id);
    expect([kept.length, kept.includes(blocker.id), kept.includes(banned.id)]).toEqual([hiddenMembersMax, false, true]);
  });

  it('ends consistently hidden or shown when it races with unhiding', async () => {
    const [ada, bo] = await twoMembers();
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([
        ada.call('hideMember', { profile: bo.id }),
        ada.call('unhideMember', { profile: bo.id }),
        ada.call('hideMember', { profile: bo.id }),
      ]);
      const isFound = (await ada.call('searchProfiles')).body.results.length === 1;
      expect([isFound, (await ada.call('getProfile', { id: bo.id })).body.profile.hidden]).toEqual(
        (await hiddenBy(ada)).length === 0 ? [true, false] : [false, true],
      );
    }
  });
});
