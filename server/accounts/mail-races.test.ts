import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { address, forgetAttempts } from '../../tests/support/addresses.ts';
import { type TestApp, type TestClient, createTestApp, testPassword } from '../../tests/support/test-app.ts';
import type { AccountMail } from '../platform/jobs/jobs.ts';
import { sendMail } from './send-mail.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(() => forgetAttempts(test));

/** Sends an email whose link waits for the account's lock, while the account's old address is restored. */
async function sendWhileUndone(client: TestClient, kind: AccountMail['kind'], owner: string): Promise<void> {
  const other = await test.context.database.pool.connect();
  try {
    await other.query('begin');
    await other.query('select from members where member_id = $1 for update', [client.id]);
    const sent = sendMail(test.context, { kind, member_id: client.id });
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
  'the %s email goes to the address that the account has when its link is created',
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
