import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { type OperationName, getEndpoint } from '../../../contract/calls.ts';
import { Failure } from '../failure.ts';
import { forgetAttempts } from '../../../tests/support/addresses.ts';
import { quickMember } from '../../../tests/support/chat.ts';
import { connect, listen } from '../../../tests/support/live.ts';
import { type TestApp, createTestApp, testPassword } from '../../../tests/support/test-app.ts';

const wrong = 'not the evening by the sea';
/** An address in the balancer's network. */
const balancer = '10.1.0.1';
const attacker = '198.51.100.8';

/** Without a proxy, for all tests that start no application of their own: each calls from other addresses. */
let shared: TestApp;
let test: TestApp;
const startWith = (env: Record<string, string>): Promise<TestApp> =>
  createTestApp({ env: { RATE_LIMIT_FACTOR: '1', ...env } });
const startBehind = async (proxies: string): Promise<void> => {
  test = await startWith({ TRUST_PROXY: proxies });
};
beforeAll(async () => {
  shared = await startWith({});
});
afterAll(() => shared.close());
beforeEach(async () => {
  test = shared;
  await forgetAttempts(shared);
});
afterEach(async () => {
  if (test !== shared) await test.close();
});

interface From {
  peer?: string;
  /** The content of X-Forwarded-For. */
  forwarded?: string;
  cookies?: Record<string, string>;
}

async function call(name: OperationName, payload: object, from: From = {}): Promise<[number, string | undefined]> {
  const { method, path } = getEndpoint(name);
  const answer = await test.app.server.inject({
    method,
    url: path,
    remoteAddress: from.peer ?? '192.0.2.1',
    headers: { host: 'localhost', ...(from.forwarded === undefined ? {} : { 'x-forwarded-for': from.forwarded }) },
    cookies: from.cookies ?? {},
    payload,
  });
  return [answer.statusCode, (answer.json() as { error?: string }).error];
}

const logIn = (login: string, password: string, from?: From) => call('logIn', { login, password }, from);

async function account(): Promise<string> {
  const email = `${randomUUID()}@example.org`;
  await test.member({ email });
  return email;
}

async function inOrder(count: number, one: (index: number) => Promise<[number, string | undefined]>) {
  const codes: (string | undefined)[] = [];
  for (let index = 0; index < count; index += 1) codes.push((await one(index))[1]);
  return codes;
}

const countCode = (codes: (string | undefined)[], code: string | undefined): number =>
  codes.filter((one) => one === code).length;

describe('a forged X-Forwarded-For (ABU-10)', () => {
  it.each([
    ['one hop', '1', (forged: string) => `${forged}, ${attacker}`],
    ['two hops', '2', (forged: string) => `${forged}, ${attacker}, 10.2.0.1`],
    ['address ranges', '10.0.0.0/8, 2001:db8:ffff::/48', (forged: string) => `${forged}, ${attacker}, 10.2.0.1`],
  ])('does not unblock a login behind a proxy that is trusted by %s', async (_how, trusted, forward) => {
    await startBehind(trusted);
    const login = await account();
    const from = (index: number): From => ({ peer: balancer, forwarded: forward(`10.9.${index}.1`) });
    const codes = await inOrder(8, (index) => logIn(login, wrong, from(index)));
    expect(codes).toEqual([...Array(5).fill('login.failed'), ...Array(3).fill('login.blocked')]);
    expect(await logIn(login, testPassword, from(99))).toEqual([429, 'login.blocked']);
    const other: From = { peer: balancer, forwarded: forward('10.9.0.1').replace(attacker, '203.0.113.5') };
    expect((await logIn(login, testPassword, other))[0]).toBe(200);
  });

  it.each([
    ['no proxy', '0'],
    ['a proxy in another range', '10.0.0.0/8'],
  ])('is ignored, with every other forwarding header, when %s is trusted', async (_what, trusted) => {
    await startBehind(trusted);
    const codes = await inOrder(31, (index) =>
      call('signUp', {}, { peer: attacker, forwarded: `10.9.${index}.1, 10.1.0.1` }),
    );
    expect(codes.at(-1)).toBe('request.too-many');
    // If this host were trusted, the call would seem to come from our own page.
    const answer = await test.app.server.inject({
      method: 'POST',
      url: '/api/login.php',
      remoteAddress: attacker,
      headers: { host: 'localhost', 'x-forwarded-host': 'evil.example', origin: 'http://evil.example' },
      payload: {},
    });
    expect(answer.json()).toMatchObject({ error: 'request.foreign-origin' });
  });

  it('counts as one address if a proxy adds a port to it or passes on no address', async () => {
    await startBehind('1');
    const codes = await inOrder(31, (index) =>
      call('signUp', {}, { peer: balancer, forwarded: `${attacker}:${40_000 + index}` }),
    );
    expect(codes.at(-1)).toBe('request.too-many');
    const nonsense = await inOrder(31, (index) => call('signUp', {}, { peer: balancer, forwarded: `unknown${index}` }));
    expect(nonsense.at(-1)).toBe('request.too-many');
  });
});

describe('an IPv6 address', () => {
  it('shares the limit of its /64', async () => {
    const codes = await inOrder(31, (index) => call('signUp', {}, { peer: `2001:db8:1:2::${index.toString(16)}` }));
    expect([countCode(codes, 'input.invalid'), codes.at(-1)]).toEqual([30, 'request.too-many']);
    expect((await call('signUp', {}, { peer: '2001:db8:1:3::1' }))[1]).toBe('input.invalid');
  });

  it.each([
    ['signUp', {}, 60],
    ['requestPasswordReset', { email: 'x' }, 40],
  ] as const)('shares the limit of its /48 for %s', async (name, input, max) => {
    const codes = await inOrder(max + 20, (index) =>
      call(name, input, { peer: `2001:db8:2:${index.toString(16)}::1` }),
    );
    expect(countCode(codes, 'request.too-many')).toBe(20);
    expect((await call(name, input, { peer: '2001:db8:3::1' }))[1]).not.toBe('request.too-many');
  });

  it("shares the limit of its /64 for visitors' searches too", async () => {
    const search = (peer: string) =>
      test.app.server.inject({
        url: getEndpoint('searchProfiles').path,
        remoteAddress: peer,
        headers: { host: 'localhost' },
      });
    const statuses = new Set<number>();
    for (let index = 0; index < 121; index += 1)
      statuses.add((await search(`2001:db8:5:6::${index.toString(16)}`)).statusCode);
    expect(statuses.has(429)).toBe(true);
  });

  it('counts as the IPv4 address that it stands for', async () => {
    const written = ['::ffff:198.51.100.8', '::ffff:c633:6408', '0:0:0:0:0:FFFF:198.51.100.8', attacker];
    const codes = await inOrder(31, (index) => call('signUp', {}, { peer: written[index % 4] as string }));
    expect(codes.at(-1)).toBe('request.too-many');
  });
});

describe('a session', () => {
  it.each([
    ['signUp', {}, 30],
    ['requestPasswordReset', { email: 'x' }, 20],
    ['logIn', { login: '', password: '' }, 20],
  ] as const)('does not exempt %s from the limit of its address', async (name, input, max) => {
    const members = [await quickMember(test), await quickMember(test), await quickMember(test)];
    const codes = await inOrder(max + 3, (index) =>
      call(name, input, { cookies: Object.fromEntries(members[index % 3]?.cookies ?? []) }),
    );
    expect(countCode(codes, 'request.too-many')).toBe(3);
    expect((await call(name, input))[1]).toBe('request.too-many');
  });

  it("shares its member's limit from every address", async () => {
    const cookies = Object.fromEntries((await quickMember(test)).cookies);
    const codes = await inOrder(31, (index) => call('signUp', {}, { cookies, peer: `203.0.113.${index}` }));
    expect(codes.at(-1)).toBe('request.too-many');
  });
});

describe('one password tried on many accounts (ABU-05)', () => {
  it.each([
    ['from one address', () => attacker],
    ['from a /64', (index: number) => `2001:db8:8:7::${index.toString(16)}`],
    ['from a /48', (index: number) => `2001:db8:7:${index.toString(16)}::1`],
  ])('reaches fewer than 3 % of a thousand accounts %s', async (_where, getPeer) => {
    const codes = await inOrder(100, (index) =>
      logIn(`${randomUUID()}@example.org`, testPassword, { peer: getPeer(index) }),
    );
    expect(countCode(codes, 'login.failed')).toBeLessThan(30);
    expect(countCode(codes.slice(30), 'request.too-many')).toBe(70);
  });
});

describe('a member whose account is attacked from everywhere (ABU-04)', () => {
  it("can log in from their own address, and reset the password even from the attacker's", async () => {
    const login = await account();
    for (let line = 1; line <= 4; line += 1)
      for (let attempt = 0; attempt < 6; attempt += 1) await logIn(login, wrong, { peer: `198.51.100.${line}` });
    expect((await logIn(login, testPassword, { peer: '203.0.113.77' }))[0]).toBe(200);
    const peer = '198.51.100.1';
    // The attacker also uses up all logins of the address that both share.
    await inOrder(30, () => logIn(`${randomUUID()}@example.org`, wrong, { peer }));
    expect((await call('requestPasswordReset', { email: login }, { peer }))[0]).toBe(200);
    await test.runJobs();
    const mail = (await test.outbox()).find(({ to, text }) => to === login && text.includes('/reset-password/do?'));
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const password = 'another quiet evening here';
    expect((await call('resetPassword', { token, password }, { peer }))[0]).toBe(200);
    expect((await logIn(login, password, { peer: '203.0.113.78' }))[0]).toBe(200);
  });
});

describe('the live channel', () => {
  it('counts the address of a handshake before it reads the session', async () => {
    const address = await listen(test);
    vi.spyOn(test.context.rateLimits, 'enforceAddress').mockRejectedValueOnce(new Failure('request.too-many'));
    const readSession = vi.spyOn(test.context, 'readSession');
    const headers = { origin: `http://${address}`, cookie: `auth.session=${'x'.repeat(43)}` };
    const { socket } = connect(address, headers);
    const answer = new Promise<number | undefined>((resolve) => {
      socket.on('unexpected-response', (request, response) => {
        request.socket?.once('close', () => resolve(response.statusCode));
        response.resume();
      });
    });
    expect(await answer).toBe(429);
    expect(readSession).not.toHaveBeenCalled();
  });
});

describe('a header that a proxy passes on', () => {
  it('does not change the host, neither for the origin guard nor in a link', async () => {
    await startBehind('1');
    const email = await account();
    const forged = { host: 'localhost', 'x-forwarded-host': 'evil.example' };
    const ask = (headers: Record<string, string>) =>
      test.app.server.inject({ method: 'POST', url: '/api/reset-password.php', headers, payload: { email } });
    expect((await ask({ ...forged, origin: 'http://localhost' })).statusCode).toBe(200);
    expect((await ask({ ...forged, origin: 'http://evil.example' })).statusCode).toBe(403);
    await test.runJobs();
    expect(JSON.stringify(await test.outbox())).not.toContain('evil.example');
  });

  it('is logged once as a warning if it comes from a private address that is not trusted', async () => {
    const warn = vi.spyOn(test.context.log, 'warn');
    const times = () =>
      warn.mock.calls.filter(([facts]) => (facts as { event?: string }).event === 'proxy.not-trusted');
    await call('logIn', { login: 'ada', password: wrong }, { peer: '203.1.113.9', forwarded: '198.51.100.8' });
    expect(times()).toHaveLength(0);
    for (let index = 0; index < 2; index += 1)
      await call('logIn', { login: 'ada', password: wrong }, { peer: balancer, forwarded: attacker });
    expect(times()).toHaveLength(1);
  });
});

describe('the link of a mail without PUBLIC_ORIGIN', () => {
  async function originFor(host: string): Promise<string | undefined> {
    const email = await account();
    await test.client().call('requestPasswordReset', { email }, { host });
    await test.runJobs();
    const mail = (await test.outbox()).find(({ to, text }) => to === email && text.includes('/reset-password/do?'));
    return /(https?:\/\/\S+)\/reset-password\/do/.exec(mail?.text ?? '')?.[1];
  }

  it('leads to the address of the app, whatever other machine the request names as its host', async () => {
    const port = (await listen(test)).split(':')[1];
    const hosts = ['10.9.8.7', '192.168.1.66', '172.16.0.9:8080', '169.254.1.1', '[fd00::1]', 'evil.example'];
    for (const host of [...hosts, 'localhost.evil.example'])
      expect([host, await originFor(host)]).toEqual([host, `http://localhost:${port}`]);
  });

  it('leads to the host of the request when that is this machine', async () => {
    for (const host of ['localhost', 'localhost:5173', 'tea.localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
      expect(await originFor(host)).toBe(`http://${host}`);
  });
});
