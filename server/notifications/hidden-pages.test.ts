import { once } from 'node:events';

import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import type { Browser } from '../../mocks/push/server.ts';
import { quickMember, sendText } from '../../tests/support/chat.ts';
import { type Tab, openTab } from '../../tests/support/live.ts';
import { type PushApp, createPushApp } from '../../tests/support/push.ts';
import type { TestClient } from '../../tests/support/test-app.ts';
import { minuteMs } from '../platform/clock.ts';
import { sendNotices } from './send-notices.ts';

let test: PushApp;
beforeAll(async () => {
  // The test drives the sockets' heartbeat.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  test = await createPushApp();
});
afterAll(async () => {
  await test.close();
  vi.useRealTimers();
});
// Seven in the evening in Amsterdam, where the members of these tests live.
beforeEach(() => test.clock.set(new Date('2026-11-23T18:00:00Z')));

const member = (): Promise<TestClient> => quickMember(test, { credits: 500 });

async function openPage(reader: TestClient, ...shown: boolean[]): Promise<Tab> {
  const tab = await openTab(test, reader);
  for (const one of shown) tab.socket.send(JSON.stringify({ type: 'shown', shown: one }));
  tab.socket.ping();
  await once(tab.socket, 'pong');
  return tab;
}

/** Advances the sockets by half a minute. */
async function beat(): Promise<void> {
  const seen = await member();
  const tab = await openPage(seen);
  test.clock.move(1_000);
  const since = test.clock.now();
  vi.advanceTimersByTime(30_000);
  // This page joined last, so it is recorded with or after the others.
  await expect.poll(() => wasThere(seen, since)).toBe(true);
  await tab.close();
}

async function wasThere({ id }: TestClient, since: Date): Promise<boolean | undefined> {
  const text = 'select last_active_at >= $2 as here from profiles where member_id = $1';
  const [row] = await test.sql<{ here: boolean }>(text, [id, since]);
  return row?.here;
}

/** Counts the pushes and mails that a member gets about a message of a minute ago. */
async function toldTo(reader: TestClient, browser: Browser): Promise<number[]> {
  test.clock.move(minuteMs);
  await sendText(await member(), { profile: reader.id });
  test.clock.move(40_000);
  await beat();
  await test.push();
  test.clock.move(61 * minuteMs);
  await sendNotices(test.context);
  await test.runJobs();
  const mails = (await test.outbox()).filter(({ to }) => to === `${reader.id}@example.org`);
  return [browser.pushes.length, mails.length];
}

it.each([
  ['opened in the background', [false]],
  ['left behind another window', [true, false]],
])('a page that was %s does not count as presence: push and mail come', async (_how, shown) => {
  const reader = await member();
  const browser = await test.subscribe(reader);
  const tab = await openPage(reader, ...shown);
  expect(await toldTo(reader, browser)).toEqual([1, 1]);
  expect(tab.heard.filter(({ type }) => type === 'message')).toHaveLength(1);
  await tab.close();
});

it.each([
  ['one of two pages is seen', [[false], [true]]],
  ['a hidden page is seen again', [[true, false, true]]],
  ['a page of an earlier version says nothing of it', [[]]],
])('neither push nor mail comes if %s', async (_what, pages) => {
  const reader = await member();
  const browser = await test.subscribe(reader);
  const tabs = await Promise.all(pages.map((shown) => openPage(reader, ...shown)));
  expect(await toldTo(reader, browser)).toEqual([0, 0]);
  await Promise.all(tabs.map((tab) => tab.close()));
});

it('turning to a page counts as presence, and a background request from a hidden page does not', async () => {
  const reader = await member();
  const tab = await openPage(reader, false);
  const later = (): Date => {
    test.clock.move(5 * minuteMs);
    return test.clock.now();
  };
  let since = later();
  await reader.call('listChats', {}, { 'x-hidden': '1' });
  expect(await wasThere(reader, since)).toBe(false);
  tab.socket.send(JSON.stringify({ type: 'shown', shown: true }));
  await expect.poll(() => wasThere(reader, since)).toBe(true);
  since = later();
  await reader.call('listChats');
  expect(await wasThere(reader, since)).toBe(true);
  await tab.close();
});

it('a frame with an invalid visibility value changes nothing', async () => {
  const reader = await member();
  const tab = await openPage(reader, true);
  tab.socket.send(JSON.stringify({ type: 'shown', shown: 'no' }));
  test.clock.move(2 * minuteMs);
  const since = test.clock.now();
  await beat();
  await expect.poll(() => wasThere(reader, since)).toBe(true);
  await tab.close();
});
