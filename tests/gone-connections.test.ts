import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { createLog } from '../server/platform/monitoring/log.ts';
import { listen } from './support/live.ts';
import { useTestApp } from './support/test-app.ts';

/** Log lines at level warn and above. */
const complaints: string[] = [];
const test = useTestApp({ log: createLog('warn', { write: (line: string) => void complaints.push(line) }) });
let port: number;
beforeAll(async () => {
  port = Number((await listen(test)).split(':')[1]);
});
beforeEach(() => complaints.splice(0));

async function send(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(text, resolve));
  return socket;
}

const openConnections = () =>
  new Promise<number>((resolve) => test.app.server.server.getConnections((_error, count) => resolve(count)));

/** Resolves when all connections have ended and all their requests were answered. */
async function settled(): Promise<void> {
  await vi.waitFor(async () => expect(await openConnections()).toBe(0));
}

describe('a request whose connection is gone', () => {
  it('logs no warning if its body is broken', async () => {
    const received = vi.spyOn(test.context.rateLimits, 'enforceAddress');
    const socket = await send(
      'POST /api/user.php HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
        'Transfer-Encoding: chunked\r\n\r\nZZ\r\n',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 400 /);
    await settled();
    await vi.waitFor(() => expect(received).toHaveBeenCalled());
    await Promise.allSettled(received.mock.results.map(({ value }) => value as Promise<void>));
    expect(complaints).toEqual([]);
  });

  it('logs no warning if the client resets it, at whatever moment', async () => {
    const received = vi.spyOn(test.context.rateLimits, 'enforceAddress');
    for (let index = 0; index < 20; index += 1) {
      const socket = await send('GET /api/user.php HTTP/1.1\r\nHost: localhost\r\n\r\n');
      socket.resetAndDestroy();
    }
    await settled();
    await Promise.allSettled(received.mock.results.map(({ value }) => value as Promise<void>));
    expect(complaints).toEqual([]);
  });
});
