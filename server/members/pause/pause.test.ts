import { randomUUID } from 'node:crypto';

import { beforeEach, describe, expect, it } from 'vitest';

import { type OperationName, calls, getEndpoint } from '../../../contract/calls.ts';
import { inactiveMonths } from '../../../contract/accounts/limits.ts';
import { pauseMonths } from '../../../contract/members/pause-periods.ts';
import {
  type QuickMember,
  hearEvents,
  quickMember,
  sendText,
  useCheckedApp,
  waitForLocks,
} from '../../../tests/support/chat.ts';
import { createDigestTools } from '../../../tests/support/digests.ts';
import type { TestClient } from '../../../tests/support/test-app.ts';
import { banMember, revertBan } from '../../accounts/ban-member.ts';
import { planDigests } from '../../notifications/plan-digests.ts';
import { sendNotices } from '../../notifications/send-notices.ts';
import { after, dayMs, minuteMs } from '../../platform/clock.ts';
import { endPauses } from './end-pause.ts';
import { computePauseEnd } from './rules.ts';

const test = useCheckedApp();
const evening = new Date('2026-11-23T19:00:00Z');
beforeEach(() => test.clock.set(evening));

/** Creates members alone in their pool, each with a photo and a name of their own. */
async function strangers(...wanted: QuickMember[]): Promise<TestClient[]> {
  const all = [];
  for (const one of wanted) all.push(await quickMember(test, { credits: 100, ...one }));
  await test.sql(
    `update profiles set pool = $1, main_photo = member_id, main_photo_status = 'approved' where member_id = any($2)`,
    [randomUUID(), all.map(({ id }) => id)],
  );
  return all;
}

const pause = (client: TestClient, period = 'week') => client.call('startPause', { period });
const status = async ({ id }: TestClient) =>
  (
    await test.sql<{ status: string; until: string | null }>(
      'select status, paused_until::text as until from profiles where member_id = $1',
      [id],
    )
  )[0];
const findStatus = async (client: TestClient) => (await status(client))?.status;

/** First the announcement of a like: opening the profile takes it back. */
const reads = (Object.keys(calls) as OperationName[])
  .filter((name) => getEndpoint(name).method === 'GET' && name !== 'logOut')
  .toSorted((name) => (name === 'getAutoLike' ? -1 : 1));

/** Finds the operations that name a member to a client, of all that read. */
async function findNaming(client: TestClient, member: TestClient, third: TestClient): Promise<string[]> {
  const inputs: Partial<Record<OperationName, object[]>> = {
    searchProfiles: [{}, { name: 'Paused' }, { order: 'nearest' }, { order: 'active' }, { min_age: 30, max_age: 40 }],
    getProfile: [{ id: member.id }],
    listSimilar: [{ id: third.id }, { id: member.id }],
    getChat: [{ profile: member.id }],
    searchMessages: [{ text: 'hello' }],
    listIcebreakers: [{ profile: member.id }],
  };
  const naming: string[] = [];
  for (const name of reads)
    for (const input of inputs[name] ?? [{}]) {
      const body = JSON.stringify((await client.call(name, input)).body ?? {});
      if (body.includes(member.id) || body.includes('Paused one')) naming.push(name);
    }
  return [...new Set(naming)].toSorted();
}

describe('a paused member', () => {
  it('is named by no operation that reads, and by each of them again afterwards', async () => {
    const [seen, viewer, third] = (await strangers({ name: 'Paused one' }, {}, {})) as [
      TestClient,
      TestClient,
      TestClient,
    ];
    const visitor = test.client();
    await viewer.call('hideMember', { profile: third.id });
    await seen.call('addLike', { profile: viewer.id });
    await viewer.call('addLike', { profile: seen.id });
    await test.sql('update likes_received set seen_at = null, shown_at = null where member_id = $1', [viewer.id]);
    await test.sql(
      `update profiles set pool = 'default' where pool = (select pool from profiles where member_id = $1)`,
      [seen.id],
    );
    const before = await findNaming(viewer, seen, third);
    expect(before).toEqual(
      expect.arrayContaining(['getAutoLike', 'getProfile', 'listLikes', 'listSimilar', 'searchProfiles', 'getChat']),
    );
    expect(await findNaming(visitor, seen, third)).toEqual(['getProfile', 'listSimilar', 'searchProfiles']);
    await test.sql('update likes_received set seen_at = null, shown_at = null where member_id = $1', [viewer.id]);
    await pause(seen, 'open');
    expect([await findNaming(viewer, seen, third), await findNaming(visitor, seen, third)]).toEqual([[], []]);
    await seen.call('endPause');
    expect(await findNaming(viewer, seen, third)).toEqual(expect.arrayContaining(['getProfile', 'searchProfiles']));
  });

  it('leaves the index of searches, in both of its forms, and the daily picks and the swipe game', async () => {
    const [seen, viewer] = (await strangers({}, {})) as [TestClient, TestClient];
    const found = async () => [
      (await viewer.call('searchProfiles')).body.numResults,
      (await viewer.call('getSwipe')).body.profile?.id ?? null,
      (await viewer.call('getDailyPicks')).body.results.map(({ id }) => id),
      await test.sql('select 1 as one from searchable where member_id = $1', [seen.id]),
    ];
    expect(await found()).toEqual([1, seen.id, [seen.id], [{ one: 1 }]]);
    await pause(seen);
    expect(await found()).toEqual([0, null, [], []]);
  });

  it('stays with those in a conversation, who are told of the break, see nobody online and pay nothing', async () => {
    const [seen, viewer] = (await strangers({ name: 'Paused two' }, {})) as [TestClient, TestClient];
    const { conversation } = (await sendText(seen, { profile: viewer.id })).body.message;
    await sendText(viewer, { conversation });
    await viewer.call('getChat', { conversation });
    await seen.call('getChat', { conversation });
    await pause(seen);
    const { credits } = (await viewer.call('getUser')).body.user;
    const heard = hearEvents(test, viewer.id);
    const { body } = await viewer.call('getChat', { conversation });
    expect(body).toMatchObject({ send_blocker: 'paused', profile: { name: 'Paused two', online: false } });
    expect(body.conversation?.other_read_seq).toBe(0);
    expect(JSON.stringify(body)).not.toContain('2026-11-30');
    expect((await viewer.call('getProfile', { id: seen.id })).body.profile).toMatchObject({
      online: false,
      confirmed: true,
      send_blocker: 'paused',
    });
    const sent = await sendText(viewer, { conversation });
    expect([sent.status, sent.body.error, sent.body.message]).toEqual([
      403,
      'chat.paused',
      expect.stringContaining('Paused two') as string,
    ]);
    expect((await viewer.call('getUser')).body.user.credits).toBe(credits);
    expect(heard).toEqual([]);
  });

  it('neither writes nor likes, and spends no swipe, until back', async () => {
    const [seen, viewer, third] = (await strangers({}, {}, {})) as [TestClient, TestClient, TestClient];
    const { conversation } = (await sendText(viewer, { profile: seen.id })).body.message;
    await pause(seen);
    const swipe = { profile: third.id, like: true, idempotency_key: randomUUID() };
    expect([
      (await sendText(seen, { conversation })).body.error,
      (await seen.call('addLike', { profile: third.id })).body.error,
      (await seen.call('swipeProfile', swipe)).body.error,
      (await seen.call('getChat', { conversation })).body.send_blocker,
    ]).toEqual(['profile.paused', 'profile.paused', 'profile.paused', 'you-paused']);
    expect((await seen.call('getSwipe')).body.likes_left).toBe(4);
    await seen.call('endPause');
    expect([
      (await sendText(seen, { conversation })).status,
      (await seen.call('swipeProfile', swipe)).body.likes_left,
    ]).toEqual([200, 3]);
  });

  it('gets no mails about messages and likes, also not about those that were on their way', async () => {
    const { sent, leave, planned } = createDigestTools(test);
    const [seen, viewer] = (await strangers({}, {})) as [TestClient, TestClient];
    await sendText(viewer, { profile: seen.id });
    await viewer.call('addLike', { profile: seen.id });
    await pause(seen, 'open');
    await test.sql(`update profiles set last_active_at = last_active_at - interval '1 hour' where member_id = $1`, [
      seen.id,
    ]);
    test.clock.move(15 * minuteMs);
    await sendNotices(test.context);
    await test.runJobs();
    expect((await test.outbox()).filter(({ to }) => to.startsWith(seen.id))).toEqual([]);
    // A Monday at six: a member away for days with unread messages would get a reminder.
    test.clock.set(new Date('2026-11-30T18:00:00Z'));
    await leave(seen, 6);
    await planDigests(test.context);
    expect([await sent(seen), await planned(seen)]).toEqual([[], []]);
    await seen.call('endPause');
    await leave(seen, 6);
    expect(await sent(seen)).not.toEqual([]);
  });
});

describe('a pause', () => {
  it('ends at the start of its day where the member lives, by itself, and tells open pages', async () => {
    const [seen] = (await strangers({})) as [TestClient];
    expect((await pause(seen)).body.profile).toMatchObject({ paused_until: '2026-11-30', status: 'active' });
    const heard = hearEvents(test, seen.id);
    test.clock.set(after(new Date('2026-11-29T23:00:00Z'), -1_000));
    await endPauses(test.context);
    expect([await findStatus(seen), heard]).toEqual(['paused', []]);
    test.clock.set(new Date('2026-11-29T23:00:01Z'));
    await endPauses(test.context);
    await endPauses(test.context);
    expect(await status(seen)).toEqual({ status: 'active', until: null });
    expect(heard).toEqual([{ type: 'profile' }]);
  });

  it('lasts a week or calendar months, across changed clocks and short months', () => {
    const end = (period: Parameters<typeof computePauseEnd>[0], zone: string, now: string) =>
      computePauseEnd(period, zone, new Date(now)).toISOString();
    expect([
      end('week', 'Europe/Amsterdam', '2026-10-20T12:00:00Z'),
      end('month', 'Europe/Amsterdam', '2027-01-31T12:00:00Z'),
      // It is still the 30th in Los Angeles.
      end('quarter', 'America/Los_Angeles', '2026-12-01T05:00:00Z'),
      end('open', 'Pacific/Auckland', '2028-02-29T05:00:00Z'),
    ]).toEqual([
      '2026-10-26T23:00:00.000Z',
      '2027-02-27T23:00:00.000Z',
      '2027-02-28T08:00:00.000Z',
      '2029-02-27T11:00:00.000Z',
    ]);
  });

  it('is changed by starting it again, and ended twice without harm', async () => {
    const [seen] = (await strangers({})) as [TestClient];
    await pause(seen, 'week');
    expect((await pause(seen, 'quarter')).body.profile.paused_until).toBe('2027-02-23');
    for (let times = 0; times < 2; times += 1)
      expect((await seen.call('endPause')).body.profile.paused_until).toBeNull();
    expect(await findStatus(seen)).toBe('active');
  });

  it('is made longer at the moment of its end: the longer one stays', async () => {
    const [seen] = (await strangers({})) as [TestClient];
    await pause(seen);
    test.clock.move(7 * dayMs);
    const lock = await test.context.database.pool.connect();
    await lock.query('begin');
    await lock.query('select 1 from profiles where member_id = $1 for update', [seen.id]);
    const ending = endPauses(test.context);
    await waitForLocks(test);
    const until = after(test.clock.now(), 30 * dayMs);
    await lock.query('update profiles set paused_until = $2 where member_id = $1', [seen.id, until]);
    await lock.query('commit');
    lock.release();
    await ending;
    expect(await findStatus(seen)).toBe('paused');
  });

  it('started and ended in two tabs at once, is either whole or over', async () => {
    const [seen] = (await strangers({})) as [TestClient];
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([pause(seen), seen.call('endPause'), pause(seen, 'month'), seen.call('endPause')]);
      const { status: is, until } = (await status(seen))!;
      expect([is, until !== null]).toEqual(is === 'paused' ? ['paused', true] : ['active', false]);
    }
  });

  it('outlives a login, a ban and a deletion that is taken back, unless its day comes meanwhile', async () => {
    const [seen, other] = (await strangers({}, {})) as [TestClient, TestClient];
    const { database } = test.context;
    for (const one of [seen, other]) await pause(one);
    for (const { id } of [seen, other]) await database.transaction((tx) => banMember(test.context, tx, id));
    expect(await findStatus(seen)).toBe('hidden');
    await database.transaction((tx) => revertBan(tx, seen.id));
    expect(await findStatus(seen)).toBe('paused');
    test.clock.move(8 * dayMs);
    await endPauses(test.context);
    expect(await status(other)).toEqual({ status: 'hidden', until: null });
    await database.transaction((tx) => revertBan(tx, other.id));
    expect([await findStatus(seen), await findStatus(other)]).toEqual(['active', 'active']);
  });

  it('is refused before the address is confirmed', async () => {
    const client = await quickMember(test, { confirmed: false });
    expect((await pause(client)).body.error).toBe('profile.unconfirmed');
    expect(await status(client)).toEqual({ status: 'disabled', until: null });
  });

  it('lets a message through that was decided before it, and keeps the unread', async () => {
    const [seen, viewer] = (await strangers({}, {})) as [TestClient, TestClient];
    const { conversation } = (await sendText(seen, { profile: viewer.id })).body.message;
    const lock = await test.context.database.pool.connect();
    await lock.query('begin');
    await lock.query('select 1 from conversations where conversation_id = $1 for update', [conversation]);
    const sending = sendText(viewer, { conversation });
    await waitForLocks(test);
    await pause(seen);
    await lock.query('commit');
    lock.release();
    expect((await sending).status).toBe(200);
    expect((await seen.call('listChats')).body.chats).toMatchObject([{ num_unread_messages: 1 }]);
  });

  it('is so short that an account used before it never counts as unused because of it', () => {
    expect(Math.max(...Object.values(pauseMonths))).toBeLessThan(inactiveMonths / 2 + 1);
  });
});
