import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { LiveEvent } from '../../contract/events.ts';
import { keys } from '../cache/query-keys.ts';
import { setOpenConversation } from './live-store.ts';
import { runLive } from './run-live.ts';

/** The sockets that the channel opened, in the hands of the test. */
const sockets: EventTarget[] = [];
const say = (event: LiveEvent): void =>
  void sockets.at(-1)?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }));

beforeEach(() => {
  class FakeSocket extends EventTarget {
    constructor() {
      super();
      sockets.push(this);
    }
    close(): void {}
  }
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('location', { origin: 'http://localhost' });
});
afterEach(() => {
  setOpenConversation(null);
  vi.unstubAllGlobals();
});

it('fetches the lists and the open conversation again when the server may have missed something', () => {
  const queries = new QueryClient();
  const lists = vi.spyOn(queries, 'prefetchQuery').mockResolvedValue(undefined);
  const chats = vi.spyOn(queries, 'invalidateQueries').mockResolvedValue(undefined);
  const fetched = (): unknown[] => [
    ...lists.mock.calls.map(([{ queryKey }]) => queryKey[0]),
    ...chats.mock.calls.map(([filter]) => filter?.queryKey),
  ];
  const end = runLive(queries, () => undefined);
  say({ type: 'ready' });
  // The page has just loaded what it shows.
  expect(fetched()).toEqual([]);
  setOpenConversation('c1');
  say({ type: 'catch-up' });
  expect(fetched()).toEqual(['user', 'chats', 'likes', keys.chat('c1')]);
  end();
});
