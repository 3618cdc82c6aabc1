import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';

import { pino } from 'pino';
import { describe, expect, it } from 'vitest';

import { minuteMs } from '../platform/clock.ts';
import { newToken } from '../platform/hash.ts';
import { testPassword, useTestApp } from '../../tests/support/test-app.ts';

const test = useTestApp();

const wrong = 'not the evening by the sea';
const address = () => `${randomUUID()}@example.org`;

describe('logging in', () => {
  it('works with the email address and with the username, in any case', async () => {
    const email = address();
    const name = `Mila ${randomUUID().slice(0, 8)}`;
    const { id } = await test.member({ email, name });
    for (const login of [email, email.toUpperCase(), name, name.toUpperCase()]) {
      const { status, body } = await test.client().call('logIn', { login, password: testPassword });
      expect([status, body.user?.id]).toEqual([200, id]);
    }
  });

  it('works with a password typed in another Unicode form, but not with other letters', async () => {
    const email = address();
    const typed = 'Crème brûlée à Ångström';
    await test.member({ email, password: typed.normalize('NFC') });
    const logInWith = async (password: string) =>
      (await test.client().call('logIn', { login: email, password })).status;
    expect(await logInWith(typed.normalize('NFD'))).toBe(200);
    expect(await logInWith(typed.replace('Å', 'A'))).toBe(401);
    expect(await logInWith(`${typed.normalize('NFD')} `)).toBe(401);
  });

  it('refuses a wrong password and an unknown login in the same way', async () => {
    const email = address();
    await test.member({ email });
    const known = await test.client().call('logIn', { login: email, password: wrong });
    const unknown = await test.client().call('logIn', { login: address(), password: wrong });
    expect([known.status, known.body]).toEqual([
      401,
      { error: 'login.failed', message: 'Login failed, please try again' },
    ]);
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  });

  it('starts a new session and ends the previous one (AUT-08)', async () => {
    const email = address();
    const client = await test.member({ email });
    const before = client.cookies.get('auth.session') ?? '';
    await client.call('logIn', { login: email, password: testPassword });
    expect(client.cookies.get('auth.session')).not.toBe(before);
    const old = test.client();
    old.cookies.set('auth.session', before);
    expect((await old.call('getUser')).body.authentication_required).toBe(true);
  });

  it('never adopts a session id planted by an attacker (AUT-08)', async () => {
    const email = address();
    await test.member({ email });
    const planted = newToken();
    const client = test.client();
    client.cookies.set('auth.session', planted);
    await client.call('logIn', { login: email, password: testPassword });
    expect(client.cookies.get('auth.session')).not.toBe(planted);
    const thief = test.client();
    thief.cookies.set('auth.session', planted);
    expect((await thief.call('getUser')).status).toBe(403);
  });

  it('reveals a ban or a deletion only for the correct password (AUT-12)', async () => {
    const email = address();
    const { id } = await test.member({ email });
    const tryWith = async (password: string) =>
      (await test.client().call('logIn', { login: email, password })).body.error;
    await test.sql(`update members set status = 'banned' where member_id = $1`, [id]);
    expect([await tryWith(wrong), await tryWith(testPassword)]).toEqual(['login.failed', 'account.banned']);
    await test.sql(`update members set status = 'pending_deletion' where member_id = $1`, [id]);
    expect([await tryWith(wrong), await tryWith(testPassword)]).toEqual(['login.failed', 'account.pending-deletion']);
    await test.sql(`update members set status = 'deleted' where member_id = $1`, [id]);
    expect([await tryWith(wrong), await tryWith(testPassword)]).toEqual(['login.failed', 'login.failed']);
  });
});

describe('wrong passwords', () => {
  const attempt = async (login: string, password: string, ip = '192.0.2.1') =>
    (
      await test.app.server.inject({
        method: 'POST',
        url: '/api/user.php',
        remoteAddress: ip,
        headers: { 'x-client-type': 'web' },
        payload: { login, password },
      })
    ).json() as { error?: string; message: string; minutes?: number; user?: object };

  it('block the account for the IP address after five in 15 minutes, with the minutes left (ABU-03)', async () => {
    const email = address();
    await test.member({ email });
    for (let count = 1; count <= 5; count += 1) expect((await attempt(email, wrong)).error).toBe('login.failed');
    const blocked = await attempt(email, wrong);
    expect(blocked).toMatchObject({
      error: 'login.blocked',
      minutes: 15,
      message: 'Too many incorrect attempts, account blocked for 15 min.',
    });
    test.clock.move(5 * minuteMs + 1_000);
    expect((await attempt(email, wrong)).minutes).toBe(10);
    // The block hides the correct password, and neither that password nor further guesses prolong it.
    expect(await attempt(email, testPassword)).toMatchObject({ error: 'login.blocked', minutes: 10 });
    test.clock.move(9 * minuteMs);
    expect((await attempt(email, testPassword)).minutes).toBe(1);
    test.clock.move(minuteMs);
    expect((await attempt(email, testPassword)).user).toBeDefined();
  });

  it("count for email address and username together, and separately per caller's address", async () => {
    const email = address();
    const name = `Ivo ${randomUUID().slice(0, 8)}`;
    await test.member({ email, name });
    for (const login of [email, name, email, name, email]) await attempt(login, wrong);
    // Only the login typed five times is reported as blocked; the account's block is never mentioned.
    expect((await attempt(name, testPassword)).error).toBe('login.failed');
    expect((await attempt(name, testPassword, '198.51.100.9')).user).toBeDefined();
  });

  it('are forgotten after a correct login', async () => {
    const email = address();
    await test.member({ email });
    for (let count = 1; count <= 4; count += 1) await attempt(email, wrong);
    expect((await attempt(email, testPassword)).user).toBeDefined();
    for (let count = 1; count <= 5; count += 1) expect((await attempt(email, wrong)).error).toBe('login.failed');
  });

  it('never exceed five when fifty race (ABU-01, ABU-03)', async () => {
    const email = address();
    await test.member({ email });
    const answers = await Promise.all(Array.from({ length: 50 }, () => attempt(email, wrong)));
    expect(answers.filter(({ error }) => error === 'login.failed')).toHaveLength(5);
    expect(answers.filter(({ error }) => error === 'login.blocked')).toHaveLength(45);
  });

  it('are not counted for correct logins from twelve tabs at once', async () => {
    const email = address();
    await test.member({ email });
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(email, testPassword)));
    expect(answers.every(({ user }) => user !== undefined)).toBe(true);
  });

  it('store neither address nor login in the table of attempts', async () => {
    const login = address();
    await attempt(login, wrong, '203.0.113.77');
    const rows = await test.sql<{ all: string }>('select to_jsonb(a)::text as all from attempts a');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ all }) => all.includes('203.0.113') || all.includes(login))).toBe(false);
  });
});

describe('logging out', () => {
  it('ends the session, and clears the cookie and the cache of the browser (AUT-10, PII-07)', async () => {
    const client = await test.member();
    const before = client.cookies.get('auth.session') ?? '';
    const heard: string[] = [];
    test.context.bus.subscribe(client.id, ({ type }) => heard.push(type));
    const { status, body, headers } = await client.call('logOut');
    expect([status, body]).toEqual([200, { ok: true }]);
    expect(headers['clear-site-data']).toBe('"cache"');
    expect(client.cookies.has('auth.session')).toBe(false);
    expect(heard).toEqual(['logged-out']);
    const old = test.client();
    old.cookies.set('auth.session', before);
    expect((await old.call('getUser')).status).toBe(403);
  });

  it('answers ok to visitors', async () => {
    expect((await test.client().call('logOut')).body).toEqual({ ok: true });
  });
});

describe('the log', () => {
  async function captureLines(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
    const lines: string[] = [];
    const kept = test.context.log;
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    test.context.log = pino({ level: 'info', base: null }, sink);
    await work().finally(() => {
      test.context.log = kept;
    });
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  it('has exactly one line for each login, refusal, reset and denied call beside that of the call, with ids only (AUT-15, PII-06)', async () => {
    const email = address();
    const member = await test.member({ email });
    const events: unknown[] = [];
    const texts: string[] = [];
    const note = async (work: () => Promise<unknown>): Promise<void> => {
      const lines = await captureLines(work);
      const others = lines.filter(({ event }) => event !== 'call');
      events.push(others.map(({ event, member: who }) => [event, who ?? null]));
      texts.push(JSON.stringify(lines));
    };
    const client = test.client();
    await note(() => client.call('logIn', { login: email, password: testPassword }));
    await note(() => test.client().call('logIn', { login: email, password: wrong }));
    await note(() => test.client().call('logIn', { login: address(), password: wrong }));
    await note(() => test.client().call('requestPasswordReset', { email }));
    await note(() => test.client().call('getUser'));
    await note(() => client.call('changePassword', { old_password: wrong, new_password: 'another quiet evening' }));
    await note(() => client.call('logOut'));
    expect(events).toEqual([
      [['login.ok', member.id]],
      [['login.failed', member.id]],
      [['login.failed', null]],
      [['reset.requested', member.id]],
      [['access.denied', null]],
      [['password.refused', member.id]],
      [['logout', member.id]],
    ]);
    for (const secret of [email, testPassword, wrong, '127.0.0.1']) expect(texts.join()).not.toContain(secret);
  });
});
