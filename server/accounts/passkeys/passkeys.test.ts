import { beforeEach, describe, expect, it } from 'vitest';

import { exported } from '../../../tests/support/export.ts';
import { freshLoginMinutes, passkeyMinutes, passkeysMax } from '../../../contract/accounts/limits.ts';
import { address } from '../../../tests/support/addresses.ts';
import { type Authenticator, createAuthenticator } from '../../../tests/support/authenticator.ts';
import { addPasskey, enter, withPasskey } from '../../../tests/support/passkeys.ts';
import { testPassword, useTestApp } from '../../../tests/support/test-app.ts';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { purgeExpired } from '../purge-expired.ts';

const test = useTestApp();
beforeEach(() => test.sql('delete from attempts'));

const listed = async (client: Awaited<ReturnType<typeof withPasskey>>['client']) =>
  (await client.call('listPasskeys')).body.passkeys;

describe('a passkey', () => {
  it.each(['P-256', 'Ed25519', 'RSA'] as const)(
    'with a %s key logs in without a password, in a new session',
    async (algorithm) => {
      const { client, key } = await withPasskey(test, { algorithm });
      const browser = test.client();
      const answer = await enter(browser, key);
      expect([answer.status, answer.body.user?.id]).toEqual([200, client.id]);
      expect((await browser.call('getUser')).body.user.id).toBe(client.id);
      expect(browser.cookies.get('auth.session')).not.toBe(client.cookies.get('auth.session'));
    },
  );

  it('is listed with its device, its keeper and its last use to the hour', async () => {
    test.clock.set(new Date('2026-05-01T12:34:56Z'));
    const { client, key } = await withPasskey(test, { aaguid: 'fbfc3007154e4ecc8c0b6e020557d7bd' });
    expect(await listed(client)).toEqual([
      {
        id: key.id,
        keeper: 'apple',
        browser: 'safari',
        system: 'mac',
        created: expect.stringMatching(/^2026-05-01T12:3/),
        last_used: null,
      },
    ]);
    await enter(test.client(), key);
    expect(await listed(client)).toMatchObject([{ last_used: '2026-05-01T12:00:00.000Z' }]);
  });

  it('is announced to its member by one mail when added and one when removed', async () => {
    const email = address();
    const { client, key } = await withPasskey(test, {}, { email });
    await client.call('removePasskey', { id: key.id });
    await client.call('removePasskey', { id: key.id });
    await test.runJobs();
    const mails = (await test.outbox()).filter(({ to }) => to === email).map(({ subject }) => subject);
    expect(mails.filter((subject) => subject.includes('passkey')).toSorted()).toEqual([
      'A passkey was added',
      'A passkey was removed',
    ]);
  });

  it('no longer logs in once it is removed, while other passkeys still do', async () => {
    const { client, key } = await withPasskey(test);
    const other = createAuthenticator();
    await addPasskey(client, other);
    expect((await client.call('removePasskey', { id: key.id })).body).toEqual({ ok: true });
    expect((await enter(test.client(), key)).body.error).toBe('passkey.failed');
    expect((await enter(test.client(), other)).status).toBe(200);
  });

  it('counts as a fresh login where the password would be needed otherwise (AUT-11)', async () => {
    const { client, key } = await withPasskey(test);
    test.clock.move(freshLoginMinutes * minuteMs);
    expect((await client.call('changeEmail', { email: address() })).body.fields).toEqual({ password: 'field.missing' });
    const browser = test.client();
    await enter(browser, key);
    expect((await browser.call('changeEmail', { email: address() })).body).toEqual({ ok: true });
  });

  it('is named in the export, without its key', async () => {
    const { client } = await withPasskey(test);
    const account = (await exported(test, client)).get('data/account.json')?.toString() ?? '';
    const { passkeys: rows } = JSON.parse(account) as { passkeys: object[] };
    expect(rows).toMatchObject([{ browser: 'safari', system: 'mac', last_used: null }]);
    expect(Object.keys(rows[0] ?? {})).not.toContain('public_key');
  });
});

describe('adding and removing passkeys', () => {
  it.each(['startPasskey', 'removePasskey'] as const)(
    'asks for the password unless the login is fresh: %s (AUT-11)',
    async (name) => {
      const { client, key } = await withPasskey(test);
      test.clock.move(freshLoginMinutes * minuteMs);
      const ask = (password?: string) => client.call(name, { id: key.id, ...(password && { password }) });
      expect((await ask()).body.fields).toEqual({ password: 'field.missing' });
      expect((await ask('not the password')).body.fields).toEqual({ password: 'password.old-wrong' });
      expect(await listed(client)).toHaveLength(1);
      expect((await ask(testPassword)).status).toBe(200);
    },
  );

  it('requests a passkey with only the username, with user verification, for the site’s own host', async () => {
    const client = await test.member({ name: 'Ottilie Quist' });
    const { body } = await client.call('startPasskey', {}, { host: 'localhost', 'x-forwarded-host': 'evil.example' });
    expect(body).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: 'Ottilie Quist', displayName: 'Ottilie Quist' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(JSON.stringify(body)).not.toContain('@');
  });

  it('allows at most ten passkeys per member, even when they are added at once', async () => {
    const client = await test.member();
    const keys = Array.from({ length: passkeysMax + 2 }, () => createAuthenticator());
    const asked = await Promise.all(keys.map(async () => (await client.call('startPasskey')).body));
    const answers = await Promise.all(keys.map((key, index) => client.call('addPasskey', key.make(asked[index]!))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(passkeysMax);
    expect(answers.flatMap(({ body }) => body.error ?? [])).toEqual(['passkey.too-many', 'passkey.too-many']);
    expect(await listed(client)).toHaveLength(passkeysMax);
    expect((await client.call('startPasskey')).body.error).toBe('passkey.too-many');
  });

  it.each([
    ['made at another origin', { origin: 'http://localhost.evil.example' }],
    ['made for another host', { rpId: 'evil.example' }],
    ['made without checking who holds the device', { verified: false }],
    ['signed for a login', { type: 'webauthn.get' }],
    ['with a challenge of its own', { challenge: 'bWluZQ' }],
  ])('refuses a passkey %s', async (_what, changes) => {
    const client = await test.member();
    const asked = (await client.call('startPasskey')).body;
    expect((await client.call('addPasskey', createAuthenticator().make(asked, changes))).body.error).toBe(
      'passkey.failed',
    );
    expect(await listed(client)).toEqual([]);
  });

  it('accepts a challenge once, within minutes, in the same session, and none of a login', async () => {
    const [client, thief] = [await test.member(), await test.member()];
    const refused = async (who: typeof client, asked: Parameters<Authenticator['make']>[0]) =>
      (await who.call('addPasskey', createAuthenticator().make(asked))).body.error;
    const start = async () => (await client.call('startPasskey')).body;
    const stolen = await start();
    expect(await refused(thief, stolen)).toBe('passkey.failed');
    expect(await refused(client, stolen)).toBeUndefined();
    expect(await refused(client, stolen)).toBe('passkey.failed');
    const old = await start();
    test.clock.move(passkeyMinutes * minuteMs);
    expect(await refused(client, old)).toBe('passkey.failed');
    const { challenge } = (await client.call('startPasskeyLogin')).body;
    expect(await refused(client, { ...old, challenge })).toBe('passkey.failed');
    expect(await listed(client)).toHaveLength(1);
  });

  it('refuses a passkey that the account already has, and leaves it as it was', async () => {
    const { client, key } = await withPasskey(test);
    const asked = (await client.call('startPasskey')).body;
    expect(asked.excludeCredentials).toEqual([{ id: key.id, type: 'public-key' }]);
    expect((await client.call('addPasskey', key.make(asked))).body.error).toBe('passkey.failed');
    expect((await enter(test.client(), key)).status).toBe(200);
  });
});

describe('challenges', () => {
  it('are stored only as hashes, and purged once they have expired', async () => {
    await test.sql('delete from passkey_challenges');
    const { challenge } = (await test.client().call('startPasskeyLogin')).body;
    const rows = await test.sql<{ row: string }>('select c::text as row from passkey_challenges c');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(Buffer.from(challenge, 'base64url').toString('hex'));
    await purgeExpired(test.context);
    expect(await test.sql('select 1 from passkey_challenges')).toHaveLength(1);
    test.clock.move(hourMs);
    await purgeExpired(test.context);
    expect(await test.sql('select 1 from passkey_challenges')).toEqual([]);
  });
});
