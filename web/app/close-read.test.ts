import { afterEach, expect, it, vi } from 'vitest';

import { callOverHttp } from '../call.ts';
import { closeRead } from './close-read.ts';

vi.mock('../call.ts');
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

type Read = Parameters<typeof closeRead>[0];

/** The tags of the notifications that are left of three, for a page and what the server counts by now. */
async function left(read: Read, now: Pick<Read, 'messages' | 'likes'> = read): Promise<string[]> {
  const user = { unread_messages: now.messages, new_likes: now.likes };
  vi.mocked(callOverHttp).mockResolvedValue({ user } as never);
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
  ['nothing is unread', { path: '/members', messages: 0, likes: 0 }, []],
  ['messages are unread', { path: '/members', messages: 1, likes: 0 }, ['new_messages', 'new_conversations']],
  ['likes are unread', { path: '/members', messages: 0, likes: 1 }, ['like']],
  ['its page is open', { path: '/chats/1', messages: 1, likes: 1 }, ['new_conversations', 'like']],
])('notifications that are left while %s', async (_when, read, expected) => expect(await left(read)).toEqual(expected));

it('keeps what came after the page was made', async () => {
  const made = { path: '/members', messages: 0, likes: 0 };
  expect(await left(made, { messages: 1, likes: 0 })).toEqual(['new_messages', 'new_conversations']);
  expect(await left(made, { messages: 0, likes: 1 })).toEqual(['like']);
});

it('closes what leads to the page without asking', async () => {
  await left({ path: '/chats/1', messages: 1, likes: 1 });
  expect(callOverHttp).not.toHaveBeenCalled();
});
