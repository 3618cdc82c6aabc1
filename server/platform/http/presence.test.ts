import { once } from 'node:events';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { quickMember, sendText, waitForLocks } from '../../../tests/support/chat.ts';
import { secondNode } from '../../../tests/support/direct-debit.ts';
import { type Tab, openTab } from '../../../tests/support/live.ts';
import { type TestApp, type TestClient, createTestApp } from '../../../tests/support/test-app.ts';
import { lockPhotos, recordActivity } from '../../members/write-profile.ts';

let test: TestApp;
let other: Awaited<ReturnType<typeof secondNode>>;
beforeAll(async () => {
  // The test drives the clock and the heartbeats of both nodes.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  test = await createTestApp();
  other = await secondNode(test);
});
afterAll(async () => {
  await other.close();
  await test.close();
  vi.useRealTimers();
});

async function storedAt({ id }: TestClient): Promise<number> {
  const rows = await test.sql<{ at: Date }>('select last_active_at as at from profiles where member_id = $1', [id]);
  return rows[0]?.at.getTime() ?? 0;
}

const isIdle = (): boolean =>
  [test, other].every(({ context: { database } }) => database.pool.idleCount === database.pool.totalCount);

/** Passes a second at all nodes, and waits until the heartbeats in it are recorded and answered. */
async function passSecond(tabs: readonly Tab[]): Promise<void> {
  vi.advanceTimersByTime(1_000);
  // Heartbeats of one turn of the event loop share their statements, which begin in the next.
  do await new Promise(setImmediate);
  while (!isIdle());
  await new Promise(setImmediate);
  while (!isIdle()) await new Promise(setImmediate);
  // The server takes frames in order, so it has the answer to its own ping now.
  await Promise.all(tabs.map(({ socket }) => (socket.ping(), once(socket, 'pong'))));
}

/** Returns the stored time and its age after each second, in which the member only looks at the tabs. */
async function watch(
  member: TestClient,
  tabs: readonly Tab[],
  seconds: number,
): Promise<{ at: number; age: number }[]> {
  const seen: { at: number; age: number }[] = [];
  for (let second = 0; second < seconds; second += 1) {
    await passSecond(tabs);
    const at = await storedAt(member);
    seen.push({ at, age: test.clock.now().getTime() - at });
  }
  return seen;
}

async function isOnline(member: TestClient): Promise<boolean | undefined> {
  const viewer = await quickMember(test);
  return (await viewer.call('getProfile', { id: member.id })).body.profile.online;
}

const distinct = (seen: readonly { at: number }[]): number => new Set(seen.map(({ at }) => at)).size;

describe('the presence of a member whose tab is open', () => {
  it.each(['one node', 'two nodes'])('is written every 120 s, and never older at the end, on %s', async (nodes) => {
    const member = await quickMember(test);
    const tabs = [await openTab(test, member), await openTab(nodes === 'one node' ? test : other, member)];
    // The first heartbeat records the news that an opening page shows.
    await watch(member, tabs, 31);
    const seen = await watch(member, tabs, 480);
    expect(Math.max(...seen.map(({ age }) => age))).toBeLessThanOrEqual(120_000);
    expect(distinct(seen)).toBeLessThanOrEqual(5);
    await Promise.all(tabs.map((tab) => tab.close()));
  });

  it.each([
    ['has just been written', 1],
    ['is about to be written', 119],
  ])('ends three to five minutes after the tab is closed, if it %s', async (_when, age) => {
    const member = await quickMember(test);
    const tab = await openTab(test, member);
    await watch(member, [tab], 31);
    const written = await storedAt(member);
    while ((await storedAt(member)) === written) await passSecond([tab]);
    for (let second = 1; second < age; second += 1) await passSecond([tab]);
    await tab.close();
    test.clock.move(179_000);
    expect(await isOnline(member)).toBe(true);
    test.clock.move(121_000);
    expect(await isOnline(member)).toBe(false);
  });

  it('is written with the next heartbeat after a message that the tab shows', async () => {
    const [member, sender] = [await quickMember(test), await quickMember(test, { credits: 500 })];
    const tab = await openTab(test, member);
    await watch(member, [tab], 35);
    const before = await storedAt(member);
    await sendText(sender, { profile: member.id });
    await tab.hears('message');
    const sent = test.clock.now().getTime();
    const seen = await watch(member, [tab], 31);
    expect(before).toBeLessThan(sent);
    expect(seen.at(-1)?.at).toBeGreaterThanOrEqual(sent);
    await tab.close();
  });
});

describe('activity', () => {
  it('is written by the first of two nodes that record it at the same time', async () => {
    const member = await quickMember(test);
    test.clock.move(300_000);
    const unlessSince = test.clock.now();
    const recording: Promise<Date | undefined>[] = [];
    await test.context.database.transaction(async (tx) => {
      await lockPhotos(tx, member.id);
      for (const [index, { context }] of [test, other].entries()) {
        test.clock.move(1_000);
        recording.push(recordActivity(context, member.id, unlessSince));
        await waitForLocks(test, index + 1);
      }
    });
    const [first] = await Promise.all(recording);
    expect(await storedAt(member)).toBe(first?.getTime());
    expect(await recordActivity(other.context, member.id, unlessSince)).toEqual(first);
  });
});
