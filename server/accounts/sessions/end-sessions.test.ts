import { describe, expect, it, vi } from 'vitest';

import { sessionIdleDays } from '../../../contract/accounts/limits.ts';
import { quickMember } from '../../../tests/support/chat.ts';
import { openTab } from '../../../tests/support/live.ts';
import { type TestClient, testPassword, useTestApp } from '../../../tests/support/test-app.ts';
import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile';

const test = useTestApp({ env: { COUNTRY_HEADER: 'cf-ipcountry' } });

const list = async (client: TestClient) => (await client.call('listSessions')).body.sessions;

async function twoDevices(): Promise<{ desk: TestClient; mobile: TestClient; email: string }> {
  const desk = await test.member();
  const { email } = (await desk.call('getUser')).body.user;
  const login = { login: email, password: testPassword };
  await desk.call('logIn', login, { 'user-agent': firefox, 'cf-ipcountry': 'NL' });
  const mobile = test.client();
  await mobile.call('logIn', login, { 'user-agent': phone, 'x-client-type': 'app' });
  return { desk, mobile, email };
}

describe('the list of sessions', () => {
  it('shows the device, the reported country and which session is the current one (AUT-13)', async () => {
    const { desk, mobile } = await twoDevices();
    const [first, second] = (await list(mobile)).toSorted((a, b) => Number(b.current) - Number(a.current));
    expect(first).toMatchObject({ current: true, app: true, browser: 'chrome', system: 'android', country: null });
    expect(second).toMatchObject({ current: false, app: false, browser: 'firefox', system: 'linux', country: 'NL' });
    expect(await list(desk)).toHaveLength(2);
  });

  it('rounds the last use to the hour, and leaves out expired sessions (AUT-09)', async () => {
    const { desk, mobile } = await twoDevices();
    test.clock.move(2 * hourMs + 25 * minuteMs);
    await desk.call('getUser');
    const own = (await list(desk)).find(({ current }) => current);
    expect(own?.last_used).toMatch(/:00:00\.000Z$/);
    expect(test.clock.now().getTime() - Date.parse(own?.last_used ?? '')).toBeLessThan(hourMs);
    test.clock.move((sessionIdleDays - 1) * dayMs);
    await desk.call('getUser');
    test.clock.move(2 * dayMs);
    expect((await list(desk)).map(({ current }) => current)).toEqual([true]);
    expect((await mobile.call('getUser')).status).toBe(403);
  });

  it('does not store the raw user agent, and shows neither tokens nor their hashes', async () => {
    const { desk } = await twoDevices();
    const rows = await test.sql<{ row: string; hash: string }>(
      `select s::text as row, encode(token_hash, 'hex') as hash from sessions s where member_id = $1`,
      [desk.id],
    );
    expect(rows).toHaveLength(2);
    const shown = JSON.stringify(await list(desk));
    for (const { row, hash } of rows) {
      expect(row).not.toMatch(/Mozilla|14[35]\.0/);
      expect(shown.replaceAll('-', '')).not.toContain(hash.slice(0, 32));
    }
  });
});

describe('a call from a session that is over', () => {
  const why = async (client: TestClient): Promise<unknown> => (await client.call('getUser')).body;
  const missing = { error: 'session.missing', authentication_required: true };

  it('says that the session was ended, however that was done', async () => {
    const ended = { ...missing, session_ended: true };
    const ways: ((own: TestClient) => Promise<unknown>)[] = [
      (own) => own.call('endSessions'),
      (own) => own.call('changePassword', { old_password: testPassword, new_password: 'another-Harbor-43-lantern' }),
      (own) => own.call('deleteAccount', { password: testPassword }),
    ];
    for (const end of ways) {
      const { desk, mobile } = await twoDevices();
      await end(mobile);
      expect(await why(desk)).toMatchObject(ended);
    }
  });

  it('does not say that a session was ended if it expired or never existed', async () => {
    const { desk } = await twoDevices();
    test.clock.move(sessionIdleDays * dayMs + 1);
    for (const client of [desk, test.client()]) {
      const answer = await why(client);
      expect(answer).toMatchObject(missing);
      expect(answer).not.toHaveProperty('session_ended');
    }
  });
});

describe('ending sessions', () => {
  it('ends one session with its socket and pushes, and no other (AUT-13)', async () => {
    const { desk, mobile } = await twoDevices();
    const [deskTab, mobileTab] = [await openTab(test, desk), await openTab(test, mobile)];
    const other = (await list(desk)).find(({ current }) => !current);
    await test.sql(
      `insert into push_subscriptions (member_id, subscription_id, session_hash, endpoint, p256dh, auth, created_at)
       select member_id, gen_random_uuid(), token_hash, 'https://push.example/' || browser, 'k', 'a', now()
         from sessions where member_id = $1`,
      [desk.id],
    );
    expect((await desk.call('endSessions', { id: other?.id })).body).toEqual({ ok: true });
    expect(await mobileTab.closed).toBe(1008);
    expect((await mobile.call('getUser')).status).toBe(403);
    expect((await desk.call('getUser')).status).toBe(200);
    expect(deskTab.socket.readyState).toBe(deskTab.socket.OPEN);
    const pushes = await test.sql('select endpoint from push_subscriptions where member_id = $1', [desk.id]);
    expect(pushes).toEqual([{ endpoint: 'https://push.example/firefox' }]);
    await deskTab.close();
    expect((await desk.call('endSessions', { id: other?.id })).body).toEqual({ ok: true });
  });

  it('ends all other sessions and keeps the current one (AUT-13)', async () => {
    const { desk, mobile, email } = await twoDevices();
    const third = test.client();
    await third.call('logIn', { login: email, password: testPassword });
    const tabs = [await openTab(test, mobile), await openTab(test, third)];
    await desk.call('endSessions');
    expect(await Promise.all(tabs.map((tab) => tab.closed))).toEqual([1008, 1008]);
    expect((await list(desk)).map(({ current }) => current)).toEqual([true]);
  });

  it('never ends a session of another member (AZN-01)', async () => {
    const { desk } = await twoDevices();
    const stranger = await quickMember(test);
    const ids = (await list(desk)).map(({ id }) => id);
    for (const id of ids) await stranger.call('endSessions', { id });
    await stranger.call('endSessions');
    expect(await list(desk)).toHaveLength(2);
  });

  it.each([1, 2, 3])('leaves one of two sessions that end each other at the same time', async () => {
    const { desk, mobile } = await twoDevices();
    const both = [desk, mobile];
    const answers = await Promise.all(both.map((one) => one.call('endSessions')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const alive = await Promise.all(both.map((one) => one.call('getUser')));
    expect(alive.map(({ status }) => status)).toEqual(answers.map(({ status }) => status));
  });

  it('ends nothing if the calling session is ended while the call runs', async () => {
    const { desk, mobile } = await twoDevices();
    const id = (await list(desk)).find(({ current }) => !current)?.id;
    const { transaction } = test.context.database;
    // By now, the call has found its session.
    vi.spyOn(test.context.database, 'transaction').mockImplementationOnce(async (...args) => {
      expect((await desk.call('endSessions', { id })).status).toBe(200);
      return transaction.apply(test.context.database, args);
    });
    expect((await mobile.call('endSessions')).body.error).toBe('session.missing');
    expect((await desk.call('getUser')).status).toBe(200);
  });
});
