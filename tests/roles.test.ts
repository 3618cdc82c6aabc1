import { once } from 'node:events';
import type { Socket } from 'node:net';

import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Role } from '../server/program/config.ts';
import { quickMember } from './support/chat.ts';
import { buildCookieHeader, connect, listen, openTab } from './support/live.ts';
import { type TestApp, createTestApp } from './support/test-app.ts';

let test: TestApp;
afterEach(() => test.close());

function start(role: Role | undefined, env: Record<string, string> = {}): Promise<TestApp> {
  const shared = { DATABASE_URL: 'postgres://database/tealight', PAYMENTS_URL: 'http://127.0.0.1:9' };
  return createTestApp({ env: { ...env, ...(role && { ...shared, ROLE: role }) } });
}

const get = async (url: string, headers: Record<string, string> = {}): Promise<number> =>
  (await test.app.server.inject({ url, headers: { host: 'localhost', ...headers } })).statusCode;

describe('a process', () => {
  it.each([
    [undefined, 200, 1005],
    ['web', 200, 1006],
    ['live', 404, 1005],
    ['worker', 404, 1006],
  ] as const)('with the role %s answers only for that role and for its health', async (role, api, socket) => {
    test = await start(role);
    const member = await quickMember(test);
    const headers = { cookie: buildCookieHeader(member) };
    expect([await get('/healthz'), await get('/readyz')]).toEqual([200, 200]);
    expect([await get('/api/user.php', headers), await get('/api/openapi.json')]).toEqual([api, api]);
    const address = await listen(test);
    const tab = connect(address, { origin: `http://${address}`, ...headers });
    tab.socket.on('open', () => tab.socket.close());
    expect(await tab.closed).toBe(socket);
  });

  it('is not ready without its database, gives no details, and recovers', async () => {
    test = await start(undefined);
    const { pool } = test.context.database;
    const query = vi.spyOn(pool, 'query').mockRejectedValueOnce(new Error('connect ECONNREFUSED 10.0.0.7') as never);
    const answer = await test.app.server.inject({ url: '/readyz' });
    expect([answer.statusCode, answer.body]).toEqual([503, 'not ready\n']);
    expect(await get('/healthz')).toBe(200);
    query.mockRestore();
    await vi.waitFor(async () => expect(await get('/readyz')).toBe(200), { timeout: 10_000 });
  });

  it("answers a balancer's health check in plain HTTP, while everything else must be encrypted", async () => {
    test = await start(undefined, { TRUST_PROXY: '1', PUBLIC_ORIGIN: 'https://tealight.example' });
    expect(await get('/healthz', { host: '10.0.0.7:3000' })).toBe(200);
    expect(await get('/robots.txt', { host: '10.0.0.7:3000' })).toBe(301);
  });
});

describe('a process that stops', () => {
  it('asks its sockets to reconnect, and does not wait for those that never answer', async () => {
    test = await start(undefined);
    const [tab, mute] = [await openTab(test, await quickMember(test)), await openTab(test, await quickMember(test))];
    const stream = (mute.socket as unknown as { _socket: Socket })._socket;
    stream.pause();
    const closing = test.app.server.close();
    expect(await tab.closed).toBe(1012);
    await closing;
    stream.resume();
    mute.socket.terminate();
    if (mute.socket.readyState !== mute.socket.CLOSED) await once(mute.socket, 'close');
  });
});
