import { beforeEach, describe, expect, it } from 'vitest';

import { address, createAddressTools, fetchUser, forgetAttempts } from '../../tests/support/addresses.ts';
import { type TestClient, testPassword, useTestApp } from '../../tests/support/test-app.ts';
import { sendMail } from '../mail/send-mail.ts';

const test = useTestApp();
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

/** Sends a mail whose link waits for the account's lock, while the account's old address is restored. */
async function sendWhileUndone(client: TestClient, kind: string, owner: string): Promise<void> {
  const other = await test.context.database.pool.connect();
  try {
    await other.query('begin');
    await other.query('select from members where member_id = $1 for update', [client.id]);
    const sent = sendMail(test.context, { kind, member_id: client.id, id: '' });
    await expect
      .poll(() =>
        test.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      )
      .toHaveLength(1);
    await other.query('update members set email = $2 where member_id = $1', [client.id, owner]);
    await other.query('delete from tokens where member_id = $1', [client.id]);
    await other.query('commit');
    await sent;
  } finally {
    other.release();
  }
}

it.each(['activation', 'reset', 'sign-up-again', 'leaving'] as const)(
  'the %s mail goes to the address that the account has when its link is created',
  async (kind) => {
    const [taker, owner] = [address(), address()];
    const client = await test.member({ email: taker, confirmed: kind !== 'activation' });
    if (kind === 'leaving') await client.call('deleteAccount', { password: testPassword });
    await test.runJobs();
    const before = (await test.outbox()).length;
    await sendWhileUndone(client, kind, owner);
    const sent = (await test.outbox()).slice(0, (await test.outbox()).length - before);
    expect(sent.map(({ to, text }) => [to, text.includes('token=')])).toEqual([[owner, true]]);
  },
);
