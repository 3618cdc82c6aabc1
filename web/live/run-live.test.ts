import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import { type LiveEvent, closedByLimit } from '../../contract/events.ts';
import { callLive } from '../platform/calls/call-live.ts';
import { keys } from '../platform/calls/queries.ts';
import { setOpenConversation } from '../platform/live-store.ts';
import { EventLog, runLive } from './run-live.ts';

/** The sockets that the channel opened. */
const sockets: EventTarget[] = [];
/** Frames sent to the server. */
const frames: unknown[] = [];
const say = (event: LiveEvent): void =>
  void sockets.at(-1)?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }));

beforeEach(() => {
  class FakeSocket extends EventTarget {
    static readonly OPEN = 1;
    static readonly CONNECTING = 0;
    readyState: number = FakeSocket.OPEN;
    constructor() {
      super();
      sockets.push(this);
    }
    send(frame: string): void {
      frames.push(JSON.parse(frame));
    }
    close(): void {}
  }
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('location', { origin: 'http://localhost' });
});
afterEach(() => {
  frames.length = 0;
  setOpenConversation(null);
  vi.unstubAllGlobals();
});

it('refetches the lists and the open conversation when events may have been missed', () => {
  const queries = new QueryClient();
  const prefetched = vi.spyOn(queries, 'prefetchQuery').mockResolvedValue(undefined);
  const chats = vi.spyOn(queries, 'invalidateQueries').mockResolvedValue(undefined);
  const fetched = (): unknown[] => [
    ...prefetched.mock.calls.map(([{ queryKey }]) => queryKey[0]),
    ...chats.mock.calls.map(([filter]) => filter?.queryKey),
  ];
  const end = runLive(queries, () => undefined);
  say({ type: 'ready' });
  // The page has just loaded its lists. A payment may have changed since, and nothing else would refetch it.
  expect(fetched()).toEqual([['payment']]);
  setOpenConversation(toId('c1'));
  say({ type: 'catch-up' });
  const lists = ['user', 'chats', 'likes'];
  const shown = [
    ['payment'],
    keys.chat(toId('c1')),
    ['payment'],
    keys.hidden,
    ['found'],
    keys.payments,
    keys.ledger,
    keys.spending,
  ];
  expect(fetched()).toEqual([...lists, ...shown, ['bundles'], ['order-price']]);
  end();
});

it.each([
  [1_006, '', 'reconnects by itself', 2],
  // The session may have another token now, which the next socket sends.
  [1_008, 'logged out', 'reconnects by itself', 2],
  [closedByLimit, '', 'waits until its page is looked at', 1],
])('a socket that closed with %i %s %s', (code, reason, _what, opened) => {
  vi.useFakeTimers();
  sockets.length = 0;
  const end = runLive(new QueryClient(), () => undefined);
  Object.assign(sockets[0] ?? {}, { readyState: 3 });
  sockets[0]?.dispatchEvent(Object.assign(new Event('close'), { code, reason }));
  vi.advanceTimersByTime(3_600_000);
  expect(sockets).toHaveLength(opened);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sockets).toHaveLength(2);
  end();
  vi.useRealTimers();
});

it('tells the server whether the page is visible, on opening and whenever that changes', () => {
  const end = runLive(new QueryClient(), () => undefined);
  const turn = (visibilityState: DocumentVisibilityState): void => {
    Object.assign(document, { visibilityState });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  Object.assign(document, { visibilityState: 'hidden' });
  sockets.at(-1)?.dispatchEvent(new Event('open'));
  turn('visible');
  turn('hidden');
  expect(frames).toEqual([false, true, false].map((shown) => ({ type: 'shown', shown })));
  end();
});

it('makes calls over the socket once the server takes them there, and not while the browser is offline', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const overHttp = vi.fn(async () => Response.json({ over: 'HTTP' }));
  vi.stubGlobal('fetch', overHttp);
  const end = runLive(new QueryClient(), () => undefined);
  const send = () => callLive('sendGift', { gift: 'rose', idempotency_key: 'key' });
  expect(await send()).toEqual({ over: 'HTTP' });
  say({ type: 'ready', calls: ['sendGift'] });
  const refused = send();
  await vi.waitFor(() => expect(frames).toMatchObject([{ type: 'call', operation: 'sendGift', client: 'web' }]));
  const { id } = frames[0] as { id: number };
  say({ type: 'answer', id, status: 402, body: { error: 'chat.credits', message: '' } } as never);
  await expect(refused).rejects.toMatchObject({ status: 402, code: 'chat.credits' });
  const lost = send();
  await vi.waitFor(() => expect(frames).toHaveLength(2));
  expect(overHttp).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event('offline'));
  expect(await lost).toEqual({ over: 'HTTP' });
  await send();
  end();
  await send();
  expect([frames.length, overHttp.mock.calls.length]).toEqual([2, 4]);
});

it('the event log forgets the oldest events but keeps counting', () => {
  const log = new EventLog();
  for (let count = 0; count < 600; count += 1) log.add({ type: 'like-gone', profile: toId(String(count)) });
  expect(log.position).toBe(600);
  expect(log.since(599)).toEqual([{ type: 'like-gone', profile: '599' }]);
  expect(log.since(0)).toHaveLength(500);
});
