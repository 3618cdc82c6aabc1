import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { type OperationName, calls } from '../../../contract/calls.ts';
import { frameOperations } from '../../../contract/frames.ts';
import { createLog } from '../monitoring/log.ts';
import { quickMember, sendText } from '../../../tests/support/chat.ts';
import { type Schema, getInputSchema } from '../../../tests/support/inputs.ts';
import { listen, openTab } from '../../../tests/support/live.ts';
import { pagesAreBuilt, pagesFolder } from '../../../tests/support/pages.ts';
import { type TestApp, type TestClient, createTestApp } from '../../../tests/support/test-app.ts';

const names = Object.keys(calls) as OperationName[];
const largestInteger = 2_147_483_647;
const token = 'canary-token-of-a-reset-link';

let test: TestApp;
let address: string;
let member: TestClient;
let conversation: string;
const written: string[] = [];

beforeAll(async () => {
  const log = createLog('trace', { write: (line: string) => void written.push(line) });
  test = await createTestApp({ log, ...(pagesAreBuilt ? { pages: pagesFolder } : {}) });
  address = await listen(test);
  member = await quickMember(test, { credits: 100 });
  const other = await quickMember(test);
  conversation = (await sendText(member, { profile: other.id })).body.message.conversation;
});
afterAll(() => test.close());
afterEach(() => vi.restoreAllMocks());

/** Sends a raw request line with headers and returns the status. */
async function requestStatus(requestLine: string, headers: string[] = ['Host: localhost']): Promise<number> {
  const socket = connectSocket(Number(address.split(':')[1]), '127.0.0.1');
  socket.write(`${[requestLine, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
}

const paths = ['/api/settings.php', ...(pagesAreBuilt ? ['/', '/reset-password/do', '/nothing-here'] : [])];

/** Lists all numbers in a schema, at any depth, by their path. */
function numbersIn(schema: Schema, place: string): [string, Schema][] {
  const inside = [
    ...Object.entries(schema.properties ?? {}).map(([name, one]) => [`${place}.${name}`, one] as const),
    ...(schema.anyOf ?? []).map((one) => [place, one] as const),
    ...(schema.items ? [[`${place}[]`, schema.items] as const] : []),
  ];
  const own: [string, Schema][] = schema.type === 'integer' || schema.type === 'number' ? [[place, schema]] : [];
  return [...own, ...inside.flatMap(([name, one]) => numbersIn(one, name))];
}

it.each(['/%', '/landers/alonetonight/%', '/api/%E0%A4%A'])(
  'a path that cannot be decoded is refused: %s',
  async (url) => {
    const answer = await test.app.server.inject({ url, headers: { host: 'localhost' } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'request.malformed' });
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.body).not.toContain(url);
  },
);

describe('a number in the input of a call or frame', () => {
  const numbers = [
    ...names.flatMap((name) => numbersIn(getInputSchema(name), name)),
    ...Object.entries(frameOperations).flatMap(([name, { input }]) => numbersIn(input as Schema, name)),
  ];

  it('is bounded by its schema to what the database can store', () => {
    expect(numbers.length).toBeGreaterThan(8);
    const unbounded = numbers.filter(
      ([, { minimum = -Infinity, maximum = Infinity }]) => !(minimum >= -largestInteger && maximum <= largestInteger),
    );
    expect(unbounded.map(([place]) => place)).toEqual([]);
  });

  const fields = names.flatMap((name) =>
    Object.entries(getInputSchema(name).properties ?? {})
      .filter(([, { type }]) => type === 'integer' || type === 'number')
      .map(([field]) => [name, field] as const),
  );

  it.each(fields)('that is extreme is refused by %s without a server error: %s', async (name, field) => {
    const ready = name === 'getChat' ? { conversation } : {};
    for (const value of [2_147_483_648, 4_294_967_296, 2 ** 53 - 1, 999_999_999_999_999, -2_147_483_649, -1e15]) {
      const { status } = await member.call(name, { ...ready, [field]: value });
      expect([value, status]).toEqual([value, 422]);
    }
  });

  it('at its bound is accepted', async () => {
    for (const field of ['before', 'after'])
      expect((await member.call('getChat', { conversation, [field]: largestInteger })).status).toBe(200);
  });

  it.each(names.filter((name) => 'before' in (getInputSchema(name).properties ?? {})))(
    'in the cursor of %s causes no server error, however large',
    async (name) => {
      const { pattern = '' } = getInputSchema(name).properties?.['before'] ?? {};
      const head = /\(\?:(\w+)/.exec(pattern)?.[1];
      for (const time of ['0', '9'.repeat(16), '9'.repeat(15)]) {
        const before = `${head ? `${head}.1.` : ''}${time}.${member.id}`;
        expect((await member.call(name, { before })).status).toBeLessThan(500);
      }
    },
  );
});

describe('a request that no browser sends', () => {
  const hosts = [
    'a b',
    'a/b',
    'a?b',
    'a#b',
    'u@a',
    'a\\b',
    '[::1',
    'a:99999',
    'a:b',
    '"',
    '<a>',
    '%zz',
    '%00',
    'a,b',
    '',
  ];

  it.each(hosts)('is refused with the host "%s"', async (host) => {
    for (const path of paths)
      expect([path, await requestStatus(`GET ${path} HTTP/1.1`, [`Host: ${host}`])]).toEqual([path, 400]);
  });

  it.each(['localhost', 'localhost:3000', '127.0.0.1:80', '[::1]:3000', 'xn--mller-kva.example', 'a_b.example'])(
    'is answered with the host "%s"',
    async (host) => {
      expect(await requestStatus('GET /api/settings.php HTTP/1.1', [`Host: ${host}`])).toBe(200);
    },
  );

  it.each(['http://localhost', 'https://localhost', 'http://evil.example', 'ftp://localhost'])(
    'is refused in absolute form: %s',
    async (origin) => {
      for (const path of paths) expect(await requestStatus(`GET ${origin}${path}?token=${token} HTTP/1.1`)).toBe(400);
    },
  );

  it.each([
    'OPTIONS * HTTP/1.1',
    'GET * HTTP/1.1',
    'GET //evil.example/x HTTP/1.1',
    'GET /%zz HTTP/1.1',
    'GET /%00 HTTP/1.1',
  ])('is answered with 4xx: %s', async (line) => {
    const status = await requestStatus(line);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  it('is refused with two hosts, even if they are the same', async () => {
    for (const path of paths)
      for (const second of ['localhost', 'evil.example'])
        expect(await requestStatus(`GET ${path} HTTP/1.1`, ['Host: localhost', `Host: ${second}`])).toBe(400);
  });

  it('is refused without a host, except when it asks for health', async () => {
    for (const path of paths) expect([path, await requestStatus(`GET ${path} HTTP/1.0`, [])]).toEqual([path, 400]);
    expect(await requestStatus('GET /healthz HTTP/1.0', [])).toBe(200);
  });

  it.each([
    ['a broken cookie', 'Cookie: i18n_redirected=%zz; theme=%E0%A4; auth.session=%; trafficsource=%7B'],
    ['a language that is none', 'Accept-Language: ;;q=x,*,%%,\u00e4'],
    ['an origin that is none', 'Origin: http://a b'],
    ['an absurd range', 'Range: bytes=99999999999999-'],
    ['an absurd date', 'If-Modified-Since: yesterday'],
  ])('causes no server error with %s', async (_what, header) => {
    for (const path of paths)
      expect(await requestStatus(`GET ${path} HTTP/1.1`, ['Host: localhost', header])).toBeLessThan(500);
  });

  it('is refused if its proxy passes on an invalid scheme, but not for an invalid host', async () => {
    const proxied = await createTestApp({
      env: { TRUST_PROXY: '1' },
      ...(pagesAreBuilt ? { pages: pagesFolder } : {}),
    });
    const statusWith = async (url: string, forwarded: Record<string, string>): Promise<number> =>
      (await proxied.app.server.inject({ url, headers: { host: 'localhost', ...forwarded } })).statusCode;
    for (const url of paths) {
      expect([url, await statusWith(url, { 'x-forwarded-proto': 'java script' })]).toEqual([url, 400]);
      // Nothing reads this header.
      expect([url, await statusWith(url, { 'x-forwarded-host': 'a b' })]).toEqual([url, await statusWith(url, {})]);
    }
    await proxied.close();
  });
});

describe('the token of a link', () => {
  it('appears in neither the log nor the terminal, however malformed the request is', async () => {
    const said: unknown[] = [];
    for (const name of ['log', 'info', 'warn', 'error'] as const)
      vi.spyOn(console, name).mockImplementation((...words) => void said.push(...words));
    const targets = ['', 'http://localhost', 'http://a b', '//evil.example', '/%zz', '/nothing', '/api'];
    for (const target of targets)
      for (const host of ['localhost', 'a b'])
        for (const method of ['GET', 'POST', 'PUT'])
          await requestStatus(`${method} ${target}/reset-password/do?token=${token} HTTP/1.1`, [
            `Host: ${host}`,
            'Content-Type: application/json',
            'Content-Length: 0',
          ]);
    expect(
      [...written, ...said.map((one) => (one instanceof Error ? String(one.stack) : JSON.stringify(one)))].join(),
    ).not.toContain(token);
  });

  it('is removed from errors that quote a URL', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    const error = new TypeError(`Failed to parse URL from http://localhost/reset-password/do?token=${token}&x=1`);
    log.error({ err: error }, 'failed');
    log.error({ err: { message: error.message, stack: error.stack } }, 'failed');
    expect(lines.join()).toContain('Failed to parse URL from http://localhost/reset-password/do');
    expect(lines.join()).not.toContain(token);
  });
});

describe('the live channel', () => {
  it('reads nothing from the database for frames with malformed ids', async () => {
    const tab = await openTab(test, member);
    const { pool } = test.context.database;
    const spies = [vi.spyOn(pool, 'query'), vi.spyOn(pool, 'connect')];
    const logged = written.length;
    const spoiled = [
      undefined,
      null,
      1,
      '',
      'x',
      'x'.repeat(500),
      [conversation],
      {},
      conversation.toUpperCase(),
      `${conversation} `,
    ];
    for (const id of spoiled) {
      tab.socket.send(JSON.stringify({ type: 'typing', conversation: id }));
      tab.socket.send(JSON.stringify({ type: 'read', conversation: id, seq: 1 }));
    }
    for (const seq of [-1, 0.5, largestInteger + 1, 2 ** 53 - 1, 1e300, '1', null])
      tab.socket.send(JSON.stringify({ type: 'read', conversation, seq }));
    tab.socket.ping();
    await once(tab.socket, 'pong');
    // Frames run in order, so when the valid one has reached the database, the others have run.
    expect(spies.map((spy) => spy.mock.calls.length)).toEqual([0, 0]);
    tab.socket.send(JSON.stringify({ type: 'read', conversation, seq: 1 }));
    await vi.waitFor(() => expect(spies.some((spy) => spy.mock.calls.length > 0)).toBe(true));
    expect(written.slice(logged).filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([]);
    await tab.close();
  });

  it('keeps the twenty newest sockets of a member and closes the oldest', async () => {
    const [ada, bo] = [await quickMember(test), await quickMember(test)];
    const ofBo = await openTab(test, bo);
    const tabs = [];
    for (let count = 0; count < 23; count += 1) tabs.push(await openTab(test, ada));
    const [first, second, third, ...others] = tabs;
    expect(await Promise.all([first?.closed, second?.closed, third?.closed])).toEqual([4_008, 4_008, 4_008]);
    test.context.bus.publish(ada.id, { type: 'profile' });
    await Promise.all(others.map((tab) => tab.hears('profile')));
    expect(others).toHaveLength(20);
    expect(ofBo.socket.readyState).toBe(ofBo.socket.OPEN);
    // A closed socket frees its slot.
    await others[0]?.close();
    const late = await openTab(test, ada);
    expect(others[1]?.socket.readyState).toBe(others[1]?.socket.OPEN);
    await Promise.all([...others, late, ofBo].map((tab) => tab.close()));
  });

  it('keeps only twenty sockets of sixty simultaneous handshakes', async () => {
    const ada = await quickMember(test);
    const tabs = await Promise.all(Array.from({ length: 60 }, () => openTab(test, ada)));
    await vi.waitFor(() => {
      expect(tabs.filter(({ socket }) => socket.readyState === socket.OPEN)).toHaveLength(20);
    });
    await Promise.all(tabs.map((tab) => tab.close()));
    await vi.waitFor(() => expect(test.context.bus.hasListeners(ada.id)).toBe(false));
  });
});
