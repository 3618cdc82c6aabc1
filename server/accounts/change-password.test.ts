import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openTab } from '../../tests/support/live.ts';
import { type TestApp, createTestApp, testPassword } from '../../tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const fresh = 'another quiet evening here';

describe('a password change', () => {
  it('rotates the token of its session, so that a thief with the old cookie is logged out too', async () => {
    const client = await test.member();
    const thief = test.client();
    for (const [name, value] of client.cookies) thief.cookies.set(name, value);
    await test.sql(
      `insert into push_subscriptions (member_id, subscription_id, session_hash, endpoint, p256dh, auth, created_at)
       select member_id, gen_random_uuid(), token_hash, 'https://push.example/own', 'k', 'a', now() from sessions where member_id = $1`,
      [client.id],
    );
    const tabs = [await openTab(test, client), await openTab(test, thief)];
    const [before] = (await client.call('listSessions')).body.sessions;
    await client.call('changePassword', { old_password: testPassword, new_password: fresh });
    expect((await thief.call('getUser')).status).toBe(403);
    expect((await thief.call('startPasskey')).status).toBe(403);
    expect(await Promise.all(tabs.map((tab) => tab.closed))).toEqual([1008, 1008]);
    // The page keeps its session, with pushes and fresh login.
    expect((await client.call('startPasskey')).status).toBe(200);
    const { sessions } = (await client.call('listSessions')).body;
    expect(sessions).toEqual([{ ...before, id: sessions[0]?.id, current: true }]);
    const pushes = await test.sql(
      'select endpoint from push_subscriptions p join sessions s on s.token_hash = p.session_hash where s.member_id = $1',
      [client.id],
    );
    expect(pushes).toEqual([{ endpoint: 'https://push.example/own' }]);
    const own = await openTab(test, client);
    await own.close();
  });
});
