import { beforeEach, describe, expect, it } from 'vitest';

import { loginAttemptsMax, mailRevertHours, passkeyMinutes } from '../../../contract/accounts/limits.ts';
import { address, createAddressTools, forgetAttempts } from '../../../tests/support/addresses.ts';
import { createAuthenticator } from '../../../tests/support/authenticator.ts';
import { addPasskey, enter, withPasskey } from '../../../tests/support/passkeys.ts';
import { testPassword, useTestApp } from '../../../tests/support/test-app.ts';
import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts';
import { toUserHandle } from './challenges.ts';

const test = useTestApp();
beforeEach(() => forgetAttempts(test));

const { changed, follow, linkTo, mails, resetToken, tokenTo } = createAddressTools(() => test);
const listSessions = (id: string) => test.sql('select 1 from sessions where member_id = $1', [id]);

describe('a login by passkey refuses', () => {
  it.each([
    ['another origin', { origin: 'http://localhost:1' }],
    ['a page of another site', { origin: 'https://localhost.evil.example' }],
    ['a passkey of another host', { rpId: 'evil.example' }],
    ['a device that did not check who holds it', { verified: false }],
    ['what was signed to add a passkey', { type: 'webauthn.create' }],
    ['a challenge of its own', { challenge: 'bWluZQ' }],
    ['no member’s user handle', { userHandle: 'bm9ib2R5' }],
  ])('%s', async (_what, changes) => {
    const { key } = await withPasskey(test);
    expect(await enter(test.client(), key, changes)).toMatchObject({ status: 401, body: { error: 'passkey.failed' } });
    expect((await enter(test.client(), key)).status).toBe(200);
  });

  it('a challenge that was used before, or is too old', async () => {
    const { key } = await withPasskey(test, { counts: true });
    const asked = (await test.client().call('startPasskeyLogin')).body;
    const logIn = async () => (await test.client().call('logInByPasskey', key.sign(asked))).status;
    expect([await logIn(), await logIn()]).toEqual([200, 401]);
    const old = (await test.client().call('startPasskeyLogin')).body;
    test.clock.move(passkeyMinutes * minuteMs);
    expect((await test.client().call('logInByPasskey', key.sign(old))).status).toBe(401);
  });

  it('all but one of five simultaneous logins with one challenge', async () => {
    const { client, key } = await withPasskey(test);
    const before = (await listSessions(client.id)).length;
    const asked = (await test.client().call('startPasskeyLogin')).body;
    const logins = Array.from({ length: 5 }, () => test.client().call('logInByPasskey', key.sign(asked)));
    const statuses = (await Promise.all(logins)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401]);
    expect(await listSessions(client.id)).toHaveLength(before + 1);
  });

  it('a challenge issued for adding a passkey', async () => {
    const { client, key } = await withPasskey(test);
    const { challenge, rp } = (await client.call('startPasskey')).body;
    const signed = key.sign({ challenge, rpId: rp.id, timeout: 1, userVerification: 'required' });
    expect((await client.call('logInByPasskey', signed)).body.error).toBe('passkey.failed');
  });

  it('a member’s own key with the user handle or key id of another member', async () => {
    const [{ key: own, client }, { key: theirs, client: other }] = [await withPasskey(test), await withPasskey(test)];
    const asOther = { userHandle: toUserHandle(other.id) };
    expect((await enter(test.client(), own, asOther)).body.error).toBe('passkey.failed');
    expect((await enter(test.client(), own, { ...asOther, id: theirs.id })).body.error).toBe('passkey.failed');
    expect((await enter(test.client(), own, { id: theirs.id })).body.error).toBe('passkey.failed');
    expect((await enter(test.client(), theirs)).body.user?.id).toBe(other.id);
    expect((await enter(test.client(), own)).body.user?.id).toBe(client.id);
  });

  it('a copied passkey: a counter that does not grow, or the same counter twice at once', async () => {
    const { client, key } = await withPasskey(test, { counts: true });
    expect((await enter(test.client(), key, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0])
      expect((await enter(test.client(), key, { counter })).body.error).toBe('passkey.failed');
    const before = (await listSessions(client.id)).length;
    const racing = await Promise.all([1, 2, 3].map(() => enter(test.client(), key, { counter: 9 })));
    expect(racing.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await listSessions(client.id)).toHaveLength(before + 1);
    expect((await enter(test.client(), key, { counter: 4_294_967_295 })).status).toBe(200);
  });
});

describe('a login by passkey is answered like one by password', () => {
  it.each([
    ['banned', 'account.banned'],
    ['pending_deletion', 'account.pending-deletion'],
    ['deleted', 'passkey.failed'],
  ] as const)('for an account that is %s (AUT-12)', async (status, error) => {
    const email = address();
    const { client, key } = await withPasskey(test, {}, { email });
    await test.sql('update members set status = $2 where member_id = $1', [client.id, status]);
    const before = (await listSessions(client.id)).length;
    const browser = test.client();
    expect((await enter(browser, key)).body.error).toBe(error);
    expect((await enter(browser, key, { verified: false })).body.error).toBe('passkey.failed');
    expect(browser.cookies.has('auth.session')).toBe(false);
    expect(await listSessions(client.id)).toHaveLength(before);
  });

  it('for an account that its member has left: a new link back is mailed', async () => {
    const email = address();
    const { client, key } = await withPasskey(test, {}, { email });
    await client.call('deleteAccount', { password: testPassword });
    const before = (await mails(email)).length;
    expect((await enter(test.client(), key)).body.error).toBe('account.pending-deletion');
    expect(await mails(email)).toHaveLength(before + 1);
    const token = await tokenTo(email);
    await test.client().call('reactivateAccount', { token });
    expect((await enter(test.client(), key)).status).toBe(200);
  });

  it('after five failures: with a block that only the holder of the passkey is told of', async () => {
    const email = address();
    const { key } = await withPasskey(test, {}, { email });
    for (let wrong = 0; wrong < loginAttemptsMax; wrong += 1)
      await test.client().call('logIn', { login: email, password: 'not the password' });
    expect((await enter(test.client(), key, { verified: false })).body.error).toBe('passkey.failed');
    expect((await enter(test.client(), key)).body).toMatchObject({ error: 'login.blocked', minutes: 15 });
    test.clock.move(15 * minuteMs);
    for (let wrong = 0; wrong < loginAttemptsMax; wrong += 1) await enter(test.client(), key, { verified: false });
    expect((await enter(test.client(), key)).body.error).toBe('login.blocked');
    test.clock.move(15 * minuteMs);
    expect((await enter(test.client(), key)).status).toBe(200);
  });

  it('with a new session that replaces the old one and ends like any other (AUT-08, AUT-09, AUT-13)', async () => {
    const { client, key } = await withPasskey(test);
    const before = client.cookies.get('auth.session') ?? '';
    expect((await enter(client, key)).status).toBe(200);
    expect(client.cookies.get('auth.session')).not.toBe(before);
    const old = test.client();
    old.cookies.set('auth.session', before);
    expect((await old.call('getUser')).status).toBe(403);
    const elsewhere = test.client();
    await enter(elsewhere, key);
    await client.call('endSessions', {});
    expect([(await client.call('getUser')).status, (await elsewhere.call('getUser')).status]).toEqual([200, 403]);
    test.clock.move(30 * dayMs);
    expect((await client.call('getUser')).status).toBe(403);
  });
});

describe('passkeys end with', () => {
  it('an undone address change, unless they are over 72 hours older than it (AUT-11)', async () => {
    const { client, email, undo } = await changed();
    const [mine, stolen] = [createAuthenticator(), createAuthenticator()];
    await addPasskey(client, mine);
    test.clock.move((mailRevertHours + 1) * hourMs);
    expect((await enter(client, mine)).status).toBe(200);
    const next = address();
    await client.call('changeEmail', { email: next, password: testPassword });
    const link = await linkTo(next);
    expect((await follow(link)).status).toBe(200);
    await addPasskey(client, stolen);
    const back = await linkTo(email);
    expect(undo).toEqual([]);
    expect((await follow(back)).body.outcome).toBe('undone');
    expect((await enter(test.client(), stolen)).body.error).toBe('passkey.failed');
    expect((await enter(test.client(), mine)).status).toBe(200);
  });

  it.each(['before', 'while'] as const)(
    'an undone address change, if a hijacker added them %s it waited for its link',
    async (when) => {
      const { client, email } = await changed();
      const [next, stolen] = [address(), createAuthenticator()];
      if (when === 'before') await addPasskey(client, stolen);
      await client.call('changeEmail', { email: next });
      if (when === 'while') await addPasskey(client, stolen);
      expect((await follow(await linkTo(next))).body.outcome).toBe('changed');
      expect((await follow(await linkTo(email))).body.outcome).toBe('undone');
      expect((await enter(test.client(), stolen)).body.error).toBe('passkey.failed');
    },
  );

  it.each([1, 2, 3])('an address change undone while one passkey is added and another is used', async () => {
    const { client, undo } = await changed(address());
    const [used, late] = [createAuthenticator(), createAuthenticator()];
    await addPasskey(client, used);
    const made = late.make((await client.call('startPasskey')).body);
    await Promise.all([follow(undo[0] ?? ''), client.call('addPasskey', made), enter(test.client(), used)]);
    expect(await test.sql('select 1 from passkeys where member_id = $1', [client.id])).toEqual([]);
    expect(await listSessions(client.id)).toEqual([]);
  });

  it('an undone address change made by a node whose clock is ahead', async () => {
    const { client, undo } = await changed(address());
    await test.sql(`update mail_changes set done_at = done_at + interval '1 hour' where member_id = $1`, [client.id]);
    const key = createAuthenticator();
    await addPasskey(client, key);
    expect((await follow(undo[0] ?? '')).status).toBe(200);
    expect((await enter(test.client(), key)).body.error).toBe('passkey.failed');
  });

  it('a password reset by mail', async () => {
    const email = address();
    const { key } = await withPasskey(test, {}, { email });
    const token = await resetToken(email);
    expect((await test.client().call('resetPassword', { token, password: 'a walk along the harbour' })).status).toBe(
      200,
    );
    expect((await enter(test.client(), key)).body.error).toBe('passkey.failed');
  });

  it('a password change on its page', async () => {
    const { client, key } = await withPasskey(test);
    const passwords = { old_password: testPassword, new_password: 'a walk along the harbour' };
    expect((await client.call('changePassword', passwords)).status).toBe(200);
    expect((await enter(test.client(), key)).body.error).toBe('passkey.failed');
    expect((await client.call('listPasskeys')).body.passkeys).toEqual([]);
  });

  it.each([1, 2, 3])('their removal, even during a login: no session is opened after it', async () => {
    const { client, key } = await withPasskey(test);
    const browser = test.client();
    const signed = key.sign((await browser.call('startPasskeyLogin')).body);
    const [removed, entered] = await Promise.all([
      client.call('removePasskey', { id: key.id }),
      browser.call('logInByPasskey', signed),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 401]).toContain(entered.status);
    expect((await enter(test.client(), key)).status).toBe(401);
  });

  it('a logout before the device has answered: no passkey is added', async () => {
    const client = await test.member();
    const made = createAuthenticator().make((await client.call('startPasskey')).body);
    await client.call('changePassword', { old_password: testPassword, new_password: 'a walk along the harbour' });
    const cookie = client.cookies.get('auth.session') ?? '';
    await client.call('logOut');
    client.cookies.set('auth.session', cookie);
    expect((await client.call('addPasskey', made)).status).toBe(403);
    expect(await test.sql('select 1 from passkeys where member_id = $1', [client.id])).toEqual([]);
  });
});
