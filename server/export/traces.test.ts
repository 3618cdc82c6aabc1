import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { exported } from '../../tests/support/export.ts';
import { testPassword, useTestApp } from '../../tests/support/test-app.ts';

const test = useTestApp({ env: { COUNTRY_HEADER: 'x-country' } });

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('an export (PII-13)', () => {
  it('contains the member’s sessions, mail history and pushes, but none of their secrets', async () => {
    const member = await test.member();
    const { id } = member;
    const { email } = (await member.call('getUser')).body.user;
    const device = test.client();
    await device.call('logIn', { login: email, password: testPassword }, { 'user-agent': firefox, 'x-country': 'FI' });
    const asked = `${randomUUID()}@example.org`;
    await member.call('changeEmail', { email: asked, password: testPassword });
    const at = test.clock.now();
    await test.sql(`insert into mail_failures values ($1, $2, 'hard', '\\x0a0b', $2)`, [id, at]);
    await test.sql(
      `insert into digests (member_id, kind, opened_on, planned_at) values ($1, 'news', $2::timestamptz::date, $2)`,
      [id, at],
    );
    await test.sql(
      `insert into push_subscriptions (member_id, subscription_id, session_hash, endpoint, p256dh, auth, created_at)
       values ($1, $2, '\\x0c', 'https://push.example/secret-endpoint', 'secret-p256dh', 'secret-auth', $3)`,
      [id, randomUUID(), at],
    );
    await member.call('setPushKinds', { push_disabled: ['like'] });
    // More sessions than the page of sessions lists.
    await test.sql(
      `insert into sessions (token_hash, member_id, client, created_at, seen_at, expires_at)
       select decode(md5(random()::text), 'hex'), $1, 'web', $2, $2, $2::timestamptz + interval '1 day' from generate_series(1, 100)`,
      [id, at],
    );
    const files = await exported(test, member);
    const account = JSON.parse(files.get('data/account.json')?.toString() ?? '') as Record<string, object[]>;
    expect(account['sessions']).toContainEqual(
      expect.objectContaining({ browser: 'firefox', system: 'linux', country: 'FI', last_used: expect.any(String) }),
    );
    expect(account['sessions']).toHaveLength(102);
    expect(account['mail_changes']).toMatchObject([{ old_email: email, new_email: asked, confirmed: null }]);
    expect(account['mail_failures']).toMatchObject([{ reason: 'hard' }]);
    expect(account['digests']).toMatchObject([{ kind: 'news' }]);
    expect(account['push_subscriptions']).toEqual([{ date: at.toISOString() }]);
    expect(account['notices']).toMatchObject([{ push_off: ['like'] }]);
    const text = [...files.values()].map(String).join('\n');
    for (const secret of ['secret-', 'push.example', ...member.cookies.values(), ...device.cookies.values()])
      expect(text).not.toContain(secret);
    const hashes = await test.sql<{ hash: string }>(
      `select encode(token_hash, 'hex') as hash from sessions where member_id = $1`,
      [id],
    );
    for (const { hash } of hashes) expect(text).not.toContain(hash);
    const page = files.get('account.html')?.toString() ?? '';
    for (const words of [
      'Firefox',
      'Finland',
      asked,
      'The address doesn’t exist',
      'On-screen notifications turned off',
    ])
      expect(page).toContain(words);
  });
});
