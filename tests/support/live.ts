import type { AddressInfo } from 'node:net';

import { WebSocket } from 'ws';

import type { OperationName } from '../../contract/calls.ts';
import type { LiveEvent } from '../../contract/events.ts';
import type { CallAnswer } from '../../contract/frames.ts';
import { socketOperations } from '../../server/platform/http/socket-calls.ts';
import type { TestApp, TestClient } from './test-app.ts';

/** An open tab: the events it received, in order, and ways to wait for more. */
export interface Tab {
  socket: WebSocket;
  heard: LiveEvent[];
  /** The first matching event, past or future. */
  hears<Type extends LiveEvent['type']>(
    type: Type,
    fits?: (event: Extract<LiveEvent, { type: Type }>) => boolean,
  ): Promise<Extract<LiveEvent, { type: Type }>>;
  /** Sends a call, and with it what HTTP says in headers. Rejects if the socket closes before its answer. */
  call(operation: OperationName, input: object, by?: object): Promise<CallAnswer>;
  /** The code with which the socket closed or will close. */
  closed: Promise<number>;
  close(): Promise<void>;
}

/** Starts listening if needed; returns the app's address. */
export async function listen(test: Pick<TestApp, 'app'>): Promise<string> {
  if (!test.app.server.server.listening) await test.app.server.listen({ host: '127.0.0.1', port: 0 });
  return `127.0.0.1:${(test.app.server.server.address() as AddressInfo).port}`;
}

/** Opens the live channel as a browser would, with these headers; with a certificate, over TLS. */
export function connect(address: string, headers: Record<string, string>, ca?: string): Tab {
  const socket = new WebSocket(`${ca ? 'wss' : 'ws'}://${address}/api/live`, { headers, ...(ca && { ca }) });
  const heard: LiveEvent[] = [];
  const waiting = new Set<() => void>();
  const calls: ((answer: CallAnswer) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const event = JSON.parse(data.toString()) as LiveEvent | CallAnswer;
    if (event.type === 'answer') return calls[event.id]?.(event);
    heard.push(event);
    for (const look of waiting) look();
  });
  // A refused or broken socket is noticed by its close event; an unhandled error would end the run.
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => {
    socket.on('close', resolve);
  });
  return {
    socket,
    heard,
    closed,
    hears: (type, fits = () => true) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = heard.find((event) => event.type === type && fits(event as never));
          if (!found) return;
          waiting.delete(look);
          resolve(found as never);
        };
        waiting.add(look);
        look();
      }),
    call: (operation, input, by = {}) =>
      new Promise((resolve, reject) => {
        const id = calls.push(resolve) - 1;
        socket.send(JSON.stringify({ type: 'call', id, operation, input, ...by }));
        void closed.then((code) => reject(new Error(`the socket closed with ${code}`)));
      }),
    close: async () => {
      socket.close();
      await closed;
    },
  };
}

/** A socket refuses more calls at once, and pages have few sockets. */
const callsAtOnce = 16;

/** Returns the same client, whose calls go over sockets of its own where the server takes them there. */
export function overSockets(test: Pick<TestApp, 'app'>, client: TestClient): TestClient {
  const tabs: { tab: Promise<Tab>; open: number }[] = [];
  return {
    ...client,
    call: async (name, input = {}, headers = {}) => {
      if (!socketOperations.includes(name)) return client.call(name, input, headers);
      let free = tabs.find(({ open }) => open < callsAtOnce);
      if (!free) tabs.push((free = { tab: openTab(test, client), open: 0 }));
      free.open += 1;
      const answer = await (await free.tab).call(name, input);
      free.open -= 1;
      return { ...answer, headers: { 'retry-after': answer.retry_after } } as never;
    },
  };
}

/** Opens a member's tab and waits until the channel is ready. */
export async function openTab(test: Pick<TestApp, 'app'>, client: TestClient): Promise<Tab> {
  const address = await listen(test);
  const tab = connect(address, { origin: `http://${address}`, cookie: buildCookieHeader(client) });
  await tab.hears('ready');
  return tab;
}

export function buildCookieHeader(client: Pick<TestClient, 'cookies'>): string {
  return [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
