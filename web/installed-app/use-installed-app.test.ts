import { runInNewContext } from 'node:vm';

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { chatsQuery } from '../cache/list-pages.ts';
import { holdEarlyInstall } from './early-install.ts';
import { closeRead, offerInstall } from './use-installed-app.ts';

const prompt = vi.fn(async () => undefined);
const offers: ((() => void) | null)[] = [];
let queries: QueryClient;
let end: () => void;

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  queries = new QueryClient();
  end = offerInstall(queries, (ask) => offers.push(ask));
});
afterEach(() => {
  end();
  offers.length = 0;
  prompt.mockClear();
  vi.unstubAllGlobals();
});

/** Sends the event as Chromium does; returns whether the browser's own invitation is held back. */
function beforeInstall(): boolean {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

/** Runs the script as in the head of a page, where `window` is the global object. */
function runHead(): void {
  runInNewContext(holdEarlyInstall, { window, addEventListener: window.addEventListener.bind(window) });
}

function talkTo(count: number): void {
  const chats = Array.from({ length: count }, (_, id) => ({ id: String(id) }));
  queries.setQueryData(chatsQuery.queryKey, { chats } as never);
}

it('the app is offered at the second conversation, and the browser prompts when the member agrees', () => {
  expect(beforeInstall()).toBe(true);
  talkTo(1);
  expect(offers).toHaveLength(0);
  talkTo(2);
  expect(offers).toHaveLength(1);
  expect(prompt).not.toHaveBeenCalled();
  offers[0]?.();
  expect(prompt).toHaveBeenCalledOnce();
});

it('an install event from before the program runs is held back and used once', () => {
  end();
  runHead();
  expect(beforeInstall()).toBe(true);
  end = offerInstall(queries, (ask) => offers.push(ask));
  talkTo(2);
  expect(offers).toHaveLength(1);
  offers[0]?.();
  expect(prompt).toHaveBeenCalledOnce();
  end();
  end = offerInstall(queries, (ask) => offers.push(ask));
  talkTo(3);
  expect(offers).toHaveLength(1);
});

it('an install event from after the program has started is used only once', () => {
  end();
  runHead();
  end = offerInstall(queries, (ask) => offers.push(ask));
  expect(beforeInstall()).toBe(true);
  talkTo(2);
  end();
  end = offerInstall(queries, (ask) => offers.push(ask));
  talkTo(3);
  expect(offers).toHaveLength(1);
});

it('the app is offered once, however many conversations follow', () => {
  talkTo(2);
  expect(beforeInstall()).toBe(true);
  for (const count of [3, 4]) talkTo(count);
  expect(offers).toHaveLength(1);
});

it('the app is not offered if the browser cannot install it, nor after the logout', () => {
  talkTo(2);
  expect(offers).toHaveLength(0);
  end();
  beforeInstall();
  talkTo(3);
  expect(offers).toHaveLength(0);
});

/** Returns the tags of the notifications that are left of three. */
async function left(read: Parameters<typeof closeRead>[0]): Promise<string[]> {
  const closed: string[] = [];
  const shown = [
    ['new_messages', '/chats/1'],
    ['new_conversations', '/chats'],
    ['like', '/likes'],
  ].map(([tag = '', path]) => ({ tag, data: { path }, close: () => void closed.push(tag) }));
  const registration = { getNotifications: async () => shown };
  vi.stubGlobal('Notification', {});
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  await closeRead(read);
  return shown.map(({ tag }) => tag).filter((tag) => !closed.includes(tag));
}

it.each([
  ['nothing is unread', { path: '/members', unread: { messages: 0, likes: 0 } }, []],
  [
    'messages are unread',
    { path: '/members', unread: { messages: 1, likes: 0 } },
    ['new_messages', 'new_conversations'],
  ],
  ['likes are unread', { path: '/members', unread: { messages: 0, likes: 1 } }, ['like']],
  ['it is not known what is unread', { path: '/members', unread: null }, ['new_messages', 'new_conversations', 'like']],
  ['its page opens', { path: '/chats/1', unread: null }, ['new_conversations', 'like']],
  ['its page is open', { path: '/chats/1', unread: { messages: 1, likes: 1 } }, ['new_conversations', 'like']],
])('read notifications are closed and the others stay while %s', async (_when, read, expected) =>
  expect(await left(read)).toEqual(expected),
);

it('where only the share sheet can install, the offer has nothing to ask', () => {
  vi.stubGlobal('navigator', { standalone: false });
  talkTo(1);
  expect(offers).toHaveLength(0);
  talkTo(2);
  talkTo(3);
  expect(offers).toEqual([null]);
});
