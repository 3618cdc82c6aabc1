import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import { ana, ben, buildChat, buildChats, buildEntry, message } from '../../tests/support/cached-responses.ts';
import type { Chat } from '../../contract/chat/operations.ts';
import type { CacheEvent } from '../cache/effects.ts';
import { keys } from '../platform/calls/queries.ts';
import type { KeptQuery } from './keep-readable.ts';

/** The browser's data: records by their keys, and the paths of photos. */
const records = new Map<string, KeptQuery>();
const photos = new Set<string>();
const database = {
  listRecords: async () => [...records.values()].map((record) => structuredClone(record)),
  putRecord: async (_store: string, record: KeptQuery) => void records.set(record.key, structuredClone(record)),
  removeRecord: async (_store: string, { key }: KeptQuery) => void records.delete(key),
};
const photoCache = {
  keepPhotos: async (_member: string, links: string[]) => {
    for (const link of links) photos.add(link);
  },
  dropPhotos: async (_member: string, links: string[]) => {
    for (const link of links) photos.delete(link);
  },
};

const getPhoto = (id: string): string => `/media/chat/${id}/match.webp?e=1`;
const image = (id: string): NonNullable<Chat['messages'][0]['photo']> =>
  ({ filename: getPhoto(id) }) as NonNullable<Chat['messages'][0]['photo']>;
const talk = (id: string, profile = ana): Chat => ({
  ...buildChat([{ ...message(1, false), conversation: toId(id), kind: 'photo', photo: image(id) }], { profile }),
  conversation: { id: toId(id), last_seq: 1, read_seq: 0, other_read_seq: 0, unread: 0 },
});
const entry = (id: string, profile = ana) => buildEntry({ ...message(1, false), conversation: toId(id) }, 0, profile);
const keptChats = (): unknown[] =>
  [...records.values()].flatMap(({ queryKey: [name, id] }) => (name === 'chat' ? [id] : []));

beforeEach(() => {
  records.clear();
  photos.clear();
  vi.resetModules();
  vi.useFakeTimers();
  vi.doMock('../platform/storage/database.ts', () => database);
  vi.doMock('./photo-cache.ts', () => photoCache);
  vi.stubGlobal('window', Object.assign(new EventTarget(), { caches: {} }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock('../platform/storage/database.ts');
  vi.doUnmock('./photo-cache.ts');
  vi.unstubAllGlobals();
});

/** Opens a page that has read two conversations and kept them. */
async function reading(): Promise<{ queries: QueryClient; apply: (event: CacheEvent) => Promise<void> }> {
  const { keepReadable } = await import('./keep-readable.ts');
  // The module instance whose listeners `keepReadable` uses.
  const { applyToCaches } = await import('../cache/apply-to-caches.ts');
  // Otherwise the user is removed from the cache during the minutes that the timers skip.
  const queries = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } });
  queries.setQueryData(keys.user, { id: 'she' });
  queries.setQueryData(keys.chats, buildChats([entry('c1'), entry('c2', ben)]));
  keepReadable(toId('she'), queries);
  queries.setQueryData(keys.chat(toId('c1')), talk('c1'));
  queries.setQueryData(keys.chat(toId('c2')), talk('c2', ben));
  await vi.runAllTimersAsync();
  expect([keptChats(), [...photos]]).toEqual([
    ['c1', 'c2'],
    [getPhoto('c1'), getPhoto('c2')],
  ]);
  return {
    queries,
    apply: async (event) => {
      applyToCaches(queries, event);
      await vi.runAllTimersAsync();
    },
  };
}

it.each([
  ['deleted here', { type: 'conversation-deleted', conversation: toId<ConversationId>('c1') }],
  ['deleted elsewhere', { type: 'conversation-gone', conversation: toId<ConversationId>('c1') }],
  ['blocked', { type: 'blocked', profile: toId<MemberId>('ana') }],
] as const)(
  'a conversation is no longer kept once it is %s, whether it was opened on this page or before',
  async (_how, event) => {
    for (const isOpened of [true, false]) {
      const { queries, apply } = await reading();
      if (!isOpened) queries.removeQueries({ queryKey: keys.chat(toId('c1')) });
      await apply(event);
      expect([keptChats(), [...photos]]).toEqual([['c2'], [getPhoto('c2')]]);
      // Later changes of the cached data bring nothing back.
      await apply({ type: 'balance', credits: 9, paid_user: true });
      expect(keptChats()).toEqual(['c2']);
      queries.clear();
      records.clear();
      photos.clear();
      vi.resetModules();
    }
  },
);

it('a conversation that was merely dropped from memory is kept', async () => {
  const { queries } = await reading();
  queries.removeQueries({ queryKey: keys.chat(toId('c1')) });
  await vi.runAllTimersAsync();
  expect(keptChats()).toEqual(['c1', 'c2']);
});

it('a conversation is removed once the complete list lacks it, but not when a partial list does', async () => {
  const { queries } = await reading();
  queries.setQueryData(keys.chats, buildChats([entry('c2', ben)], { before: 'more' }));
  await vi.runAllTimersAsync();
  expect(keptChats()).toEqual(['c1', 'c2']);
  queries.setQueryData(keys.chats, buildChats([entry('c2', ben)]));
  await vi.runAllTimersAsync();
  expect([keptChats(), [...photos]]).toEqual([['c2'], [getPhoto('c2')]]);
});
