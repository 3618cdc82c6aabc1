import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { freshLoginMinutes } from '../../contract/limits.ts';
import { enter, withPasskey } from '../../tests/support/passkeys.ts';
import { type TestApp, type TestClient, createTestApp, testPassword } from '../../tests/support/test-app.ts';
import { minuteMs } from '../platform/clock.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

// Nothing but the old password changes a password (AUT-03).
const acts = ['requestExport', 'deleteAccount'] as const;

describe.each(acts)('%s', (name) => {
  const act = (client: TestClient, more: object = {}) => client.call(name, more);

  it('takes a login by passkey of the last few minutes for the password, which may be forgotten (AUT-11)', async () => {
    const { client, key } = await withPasskey(test);
    test.clock.move(freshLoginMinutes * minuteMs);
    const stale = await act(client);
    expect([stale.status, stale.body.fields]).toEqual([422, { password: 'field.missing' }]);
    const { email } = (await client.call('getUser')).body.user;
    // A login by password is none by passkey: whoever knows it can type it (AUT-03).
    const typed = test.client();
    await typed.call('logIn', { login: email, password: testPassword });
    expect((await act(typed)).body.fields).toEqual({ password: 'field.missing' });
    const again = test.client();
    expect((await enter(again, key)).status).toBe(200);
    expect((await act(again)).status).toBe(200);
  });

  it('checks a password that is given, also after a login', async () => {
    const member = await test.member();
    const wrong = await act(member, { password: 'not my password' });
    expect([wrong.status, wrong.body.fields]).toEqual([422, { password: 'password.old-wrong' }]);
    test.clock.move(freshLoginMinutes * minuteMs);
    expect((await act(member, { password: testPassword })).status).toBe(200);
  });
});
