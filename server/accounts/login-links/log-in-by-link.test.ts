import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { quickMember, sendText } from '../../../tests/support/chat.ts';
import { type TestApp, type TestClient, createTestApp, testPassword } from '../../../tests/support/test-app.ts';
import { sendNotices } from '../../notifications/send-notices.ts';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { createLog } from '../../platform/monitoring/log.ts';
import type { MailCall } from '../../mail/queue-mail.ts';
import { hashPassword } from '../passwords.ts';
import { createLoginLinkPath } from './login-links.ts';

let test: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  test = await createTestApp({ log: createLog('trace', { write: (line: string) => void logged.push(line) }) });
});
afterAll(() => test.close());
beforeEach(() => test.clock.set(new Date('2026-11-23T10:00:00Z')));

/** Returns an offline member and the token of the link in their notice. */
async function notified(): Promise<{ reader: TestClient; token: string }> {
  const [reader, writer] = [await quickMember(test, { credits: 200 }), await quickMember(test, { credits: 200 })];
  const hash = await hashPassword(testPassword);
  await test.sql('update members set password_hash = $2 where member_id = $1', [reader.id, hash]);
  test.clock.move(minuteMs);
  await sendText(writer, { profile: reader.id }, 'a private word');
  test.clock.move(12 * minuteMs);
  await sendNotices(test.context);
  await test.runJobs();
  const mail = (await test.outbox()).find(({ to }) => to === `${reader.id}@example.org`);
  return { reader, token: /\/([\w-]{48})$/m.exec(mail?.text ?? '')?.[1] ?? '' };
}

const enter = (token: string, client = test.client()) => client.call('logInByLink', { token });
const expired = { error: 'link.expired' };

describe('the link in a notice (AUT-05)', () => {
  it('logs in once, to its page, and does not stand in for the password', async () => {
    const { reader, token } = await notified();
    const client = test.client();
    const entered = await enter(token, client);
    expect([entered.status, entered.body]).toEqual([200, { page: '/chats' }]);
    expect((await client.call('getUser')).body.user.id).toBe(reader.id);
    const change = await client.call('changeEmail', { email: 'new@example.org' });
    expect([change.status, change.body.fields]).toEqual([422, { password: 'field.missing' }]);
    expect((await enter(token)).body).toMatchObject(expired);
  });

  it('names its account before anybody is logged in, and is not used up by that', async () => {
    const { reader, token } = await notified();
    const { name } = (await reader.call('getUser')).body.user;
    const look = async (given: string, client = test.client()) =>
      (await client.call('findLoginLink', { token: given })).body;
    for (let times = 0; times < 3; times += 1) expect(await look(token)).toEqual({ name });
    // The mail also contains the name.
    const mail = (await test.outbox()).find(({ to }) => to === `${reader.id}@example.org`);
    expect(mail?.text).toContain(name);
    const flipped = token.slice(0, 20) + (token[20] === 'A' ? 'B' : 'A') + token.slice(21);
    for (const other of ['A'.repeat(48), flipped, 'x']) expect(await look(other)).toEqual({ name: null });
    expect((await enter(token)).status).toBe(200);
    expect(await look(token)).toEqual({ name: null });
    const { reader: banned, token: second } = await notified();
    await test.sql(`update members set status = 'banned' where member_id = $1`, [banned.id]);
    expect(await look(second)).toEqual({ name: null });
  });

  it('logs in only one of twenty simultaneous calls', async () => {
    const { token } = await notified();
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('expires after 24 hours', async () => {
    const { token } = await notified();
    test.clock.move(24 * hourMs);
    expect((await enter(token)).body).toMatchObject(expired);
  });

  it('does not log in where somebody is already logged in, and is not used up by that', async () => {
    const { reader, token } = await notified();
    expect((await enter(token, await quickMember(test))).body).toMatchObject(expired);
    expect((await enter(token, reader)).body).toMatchObject(expired);
    expect((await enter(token)).status).toBe(200);
  });

  it.each([
    ['password', (reader: TestClient) => change(reader, 'changePassword')],
    ['leaving', (reader: TestClient) => reader.call('deleteAccount', { password: testPassword })],
    ['other sessions', (reader: TestClient) => reader.call('endSessions', {})],
    ['ban', ({ id }: TestClient) => test.sql(`update members set status = 'banned' where member_id = $1`, [id])],
    [
      'address',
      ({ id }: TestClient) =>
        test.sql(`update members set status = 'not_confirmed', confirmed_at = null where member_id = $1`, [id]),
    ],
  ] as const)('is revoked for good by a change: %s', async (_name, end) => {
    const { reader, token } = await notified();
    await end(reader);
    expect((await enter(token)).body).toMatchObject(expired);
    // Reactivating the account does not revive the link.
    await test.sql(`update members set status = 'active', confirmed_at = now() where member_id = $1`, [reader.id]);
    expect((await enter(token)).body).toMatchObject(expired);
  });

  it.each(['used', 'unused'] as const)(
    'stays revoked by a logout everywhere when its mail is sent again: %s',
    async (state) => {
      const { reader } = await notified();
      const [row] = await test.sql<{ email: string }>('select email from members where member_id = $1', [reader.id]);
      const mailCall = { context: test.context, id: 'a notice', email: row?.email ?? '' } as MailCall;
      const send = async () => (await createLoginLinkPath(mailCall, reader.id, '/chats')).slice(1);
      const token = await send();
      if (state === 'used') expect((await enter(token)).status).toBe(200);
      await reader.call('endSessions', {});
      expect(await send()).toBe(token);
      expect((await enter(token)).body).toMatchObject(expired);
    },
  );

  it('starts a session that cannot add or remove passkeys without the password', async () => {
    const { token } = await notified();
    const client = test.client();
    await enter(token, client);
    const missing = { fields: { password: 'field.missing' } };
    expect((await client.call('startPasskey', {})).body).toMatchObject(missing);
    expect((await client.call('removePasskey', { id: 'A' })).body).toMatchObject(missing);
  });

  it.each([1, 2, 3])('leaves no session in an account that is deleted at the same moment', async () => {
    const { reader, token } = await notified();
    await Promise.all([reader.call('deleteAccount', { password: testPassword }), enter(token)]);
    expect(await test.sql('select 1 from sessions where member_id = $1', [reader.id])).toEqual([]);
  });

  it('is refused if its token is altered or made up, or its page is swapped (AUT-07)', async () => {
    const { token } = await notified();
    const flipped = token.slice(0, 20) + (token[20] === 'A' ? 'B' : 'A') + token.slice(21);
    for (const other of ['A'.repeat(48), `AQ${token.slice(2)}`, flipped, `${token}A`, token.toLowerCase()])
      expect((await enter(other)).body).toMatchObject(expired);
    expect((await enter(token)).status).toBe(200);
  });

  it('does not work as another kind of link (AUT-07)', async () => {
    const { token } = await notified();
    const client = test.client();
    const answers = [
      await client.call('resetPassword', { token, password: 'another evening by the sea' }),
      await client.call('activateAccount', { token }),
      await client.call('confirmMailChange', { token }),
      await client.call('reactivateAccount', { token }),
    ];
    expect(answers.map(({ body }) => body.error)).toEqual([
      'link.expired',
      'activation.failed',
      'link.expired',
      'link.expired',
    ]);
    expect(client.cookies.has('auth.session')).toBe(false);
    expect((await enter(token)).status).toBe(200);
  });
});

describe('a request for the link without a person behind it', () => {
  const ask = (url: string, method: 'GET' | 'HEAD' | 'POST', headers: Record<string, string> = {}, payload?: string) =>
    test.app.server.inject({ method, url, headers: { host: 'localhost', ...headers }, ...(payload && { payload }) });
  const listSessions = ({ id }: TestClient) =>
    test.sql('select 1 from sessions where member_id = $1 and by_link', [id]);

  it.each([
    ['a scanner', 'GET', {}],
    ['a scanner that wants the headers', 'HEAD', {}],
    ['a browser that fetches ahead', 'GET', { 'sec-purpose': 'prefetch', 'sec-fetch-mode': 'navigate' }],
  ] as const)('neither logs in nor uses the link up: %s', async (_name, method, headers) => {
    const { reader, token } = await notified();
    const answer = await ask(`/${token}?utm_source=scanner`, method, headers);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `/from-mail?next=%2Fchats&token=${token}`]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(answer.cookies.map(({ name }) => name)).not.toContain('auth.session');
    const call = await ask(`/api/entry.php?token=${token}`, method, headers);
    expect(call.statusCode).toBeGreaterThanOrEqual(404);
    expect(await listSessions(reader)).toEqual([]);
    expect((await enter(token)).status).toBe(200);
  });

  it('neither logs in nor uses the link up when another site sends it', async () => {
    const { reader, token } = await notified();
    const form = 'application/x-www-form-urlencoded';
    const foreign: Record<string, string>[] = [
      { origin: 'https://elsewhere.example', 'content-type': 'application/json' },
      { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' },
      { origin: 'null', 'sec-fetch-site': 'cross-site', 'content-type': form },
    ];
    for (const headers of foreign) {
      const payload = headers['content-type'] === form ? `token=${token}` : JSON.stringify({ token });
      expect((await ask('/api/entry.php', 'POST', headers, payload)).statusCode).toBe(403);
      expect((await ask(`/${token}`, 'POST', headers, payload)).statusCode).toBeGreaterThanOrEqual(400);
    }
    expect(await listSessions(reader)).toEqual([]);
    expect((await enter(token)).status).toBe(200);
  });

  it('finds nothing at an address that only resembles the link', async () => {
    const { token } = await notified();
    for (const path of ['A'.repeat(48), `${token}/`, `x/${token}`, token.slice(1)])
      expect((await ask(`/${path}`, 'GET')).statusCode).toBe(404);
  });
});

it('entering by a link leaves no token in the log or in a job (PII-05)', async () => {
  const { token } = await notified();
  const before = logged.length;
  await enter(token);
  await enter(token);
  await test.app.server.inject({ url: `/${token}`, headers: { host: 'localhost' } });
  const events = logged.slice(before).map((line) => (JSON.parse(line) as { event?: string }).event);
  expect(events.filter((event) => event !== 'call')).toEqual(['login.ok', 'login.failed']);
  expect(logged.join()).not.toContain(token);
  expect(JSON.stringify(await test.sql('select * from graphile_worker._private_jobs'))).not.toContain(token);
});

const change = (reader: TestClient, name: 'changePassword') =>
  reader.call(name, { old_password: testPassword, new_password: 'another evening by the sea' });
