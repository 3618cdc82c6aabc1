import { describe, expect, it } from 'vitest';

import { freshLoginMinutes, passkeyProofHours } from '../../contract/accounts/limits.ts';
import { createAuthenticator } from '../../tests/support/authenticator.ts';
import { addPasskey, enter, withPasskey } from '../../tests/support/passkeys.ts';
import { type TestClient, testPassword, useTestApp } from '../../tests/support/test-app.ts';
import { hourMs, minuteMs } from '../platform/clock.ts';

const test = useTestApp();

// Only the old password changes a password (AUT-03).
const acts = ['requestExport', 'deleteAccount'] as const;

describe.each(acts)('%s', (name) => {
  const act = (client: TestClient, more: object = {}) => client.call(name, more);

  it('accepts a recent passkey login in place of the password, but no password login (AUT-11)', async () => {
    const { client, key } = await withPasskey(test);
    test.clock.move((passkeyProofHours + 1) * hourMs);
    const stale = await act(client);
    expect([stale.status, stale.body.fields]).toEqual([422, { password: 'field.missing' }]);
    const { email } = (await client.call('getUser')).body.user;
    // A password login does not count as a passkey login: anybody who knows the password can type it (AUT-03).
    const typed = test.client();
    await typed.call('logIn', { login: email, password: testPassword });
    expect((await act(typed)).body.fields).toEqual({ password: 'field.missing' });
    const again = test.client();
    expect((await enter(again, key)).status).toBe(200);
    expect((await act(again)).status).toBe(200);
  });

  it('does not accept a login by a newly added passkey, which may be a thief’s (AUT-11)', async () => {
    const { client, key: old } = await withPasskey(test);
    test.clock.move((passkeyProofHours + 1) * hourMs);
    const { email } = (await client.call('getUser')).body.user;
    const thief = test.client();
    await thief.call('logIn', { login: email, password: testPassword });
    const young = createAuthenticator();
    await addPasskey(thief, young);
    for (const hours of [0, passkeyProofHours - 1]) {
      test.clock.move(hours * hourMs);
      const entered = test.client();
      expect((await enter(entered, young)).status).toBe(200);
      expect((await act(entered)).body.fields).toEqual({ password: 'field.missing' });
    }
    const owner = test.client();
    await enter(owner, old);
    expect((await act(owner)).status).toBe(200);
  });

  it('accepts no login from before a passkey was removed, except the one that removed it (AUT-11)', async () => {
    const { client: thief, key: stolen } = await withPasskey(test);
    test.clock.move((passkeyProofHours + 1) * hourMs);
    await enter(thief, stolen);
    const owner = test.client();
    await enter(owner, stolen);
    const young = createAuthenticator();
    await addPasskey(owner, young);
    const byYoung = test.client();
    await enter(byYoung, young);
    const asked = (await byYoung.call('startPasskey')).body;
    await owner.call('removePasskey', { id: stolen.id });
    for (const other of [thief, byYoung]) {
      expect((await act(other)).body.fields).toEqual({ password: 'field.missing' });
      expect((await other.call('startPasskey')).body.fields).toEqual({ password: 'field.missing' });
    }
    // The session cannot finish the passkey that it has begun, either.
    const made = await byYoung.call('addPasskey', createAuthenticator().make(asked));
    expect(made.body.error).toBe('passkey.failed');
    expect((await act(owner)).status).toBe(200);
  });

  it('checks a given password even after a fresh login', async () => {
    const member = await test.member();
    const wrong = await act(member, { password: 'not my password' });
    expect([wrong.status, wrong.body.fields]).toEqual([422, { password: 'password.old-wrong' }]);
    test.clock.move(freshLoginMinutes * minuteMs);
    expect((await act(member, { password: testPassword })).status).toBe(200);
  });
});
