import { afterEach, expect, it, vi } from 'vitest';

import { closeRead } from './close-read.ts';

afterEach(() => vi.unstubAllGlobals());

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
