import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { address, createAddressTools, forgetAttempts, fetchUser } from '../../tests/support/addresses.ts';
import { type TestApp, createTestApp, testPassword } from '../../tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(() => forgetAttempts(test));

const password = testPassword;
const [fresh, stolen] = ['another evening here', 'a walk along the harbour'];
const { ask, canLogIn, changed, follow, linkTo, member, resetToken } = createAddressTools(() => test);
const rounds = [1, 2, 3];

// The password of each call is checked before the other call invalidates the proof.
describe('a proof of identity checked at the start of a call does not outlive', () => {
  it.each(rounds)('an undone address change: logins', async () => {
    const { client, undo } = await changed(address());
    const { name } = await fetchUser(client);
    const logins = [test.client(), test.client(), test.client()];
    await Promise.all([follow(undo[0] ?? ''), ...logins.map((one) => one.call('logIn', { login: name, password }))]);
    expect(await test.sql('select 1 from sessions where member_id = $1', [client.id])).toEqual([]);
  });

  it.each(rounds)('an undone address change: changes of the password or the address', async () => {
    const { client, undo } = await changed(address());
    const { name } = await fetchUser(client);
    const next = address();
    const [answer] = await Promise.all([
      follow(undo[0] ?? ''),
      client.call('changePassword', { old_password: password, new_password: stolen }),
      ask(client, next),
    ]);
    expect(answer.status).toBe(200);
    expect(await canLogIn(name, stolen)).toBe(false);
    const token = await linkTo(next);
    if (token !== '') expect((await follow(token)).body.error).toBe('link.expired');
  });

  it.each(rounds)('a password reset', async () => {
    const { client, email } = await member();
    const token = await resetToken(email);
    const [reset] = await Promise.all([
      test.client().call('resetPassword', { token, password: fresh }),
      client.call('changePassword', { old_password: password, new_password: stolen }),
    ]);
    expect([200, 410]).toContain(reset.status);
    expect(await canLogIn(email, reset.status === 200 ? stolen : fresh)).toBe(false);
  });

  it.each(rounds)('the deletion of the account: logins', async () => {
    const { client, email } = await member();
    await Promise.all([
      client.call('deleteAccount', { password }),
      test.client().call('logIn', { login: email, password }),
    ]);
    expect(await test.sql('select 1 from sessions where member_id = $1', [client.id])).toEqual([]);
  });
});
