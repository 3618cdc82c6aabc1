import { randomUUID } from 'node:crypto';

import { beforeEach, expect, it } from 'vitest';

import { address, createAddressTools, forgetAttempts } from '../../tests/support/addresses.ts';
import { report } from '../../tests/support/complaint.ts';
import { type TestClient, signUpForm, testPassword, useTestApp } from '../../tests/support/test-app.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { complaintReceived } from '../support/support-mail.ts';
import { passkeyAddedMail, passkeyRemovedMail } from './account-mail.ts';

const test = useTestApp();
beforeEach(() => forgetAttempts(test));

const { ask, mails, member } = createAddressTools(() => test);
const tagged = (count: number): string[] => {
  const box = randomUUID();
  return Array.from({ length: count }, (_, tag) => `${box}+${tag}@example.org`);
};

it.each([false, true])(
  'mails about acts on an account are sent only if its address is confirmed: %s (ABU)',
  async (confirmed) => {
    const { client, email } = await member(confirmed);
    const [before, other] = [(await mails(email)).length, await test.member()];
    const old = {
      old_password: testPassword,
      new_password: 'another evening here',
    };
    expect((await client.call('changePassword', old)).status).toBe(200);
    const { status, body } = await report(client, { profile: other.id });
    // The page promises a mail only if one follows.
    expect([status, body.mailed]).toEqual([200, confirmed]);
    const call = { context: test.context, origin: 'http://localhost' };
    await test.context.database.transaction(async (tx) => {
      for (const template of [passkeyAddedMail, passkeyRemovedMail, complaintReceived])
        await queueMail(tx, call, { template, memberId: client.id, id: body.number });
    });
    expect((await mails(email)).length - before).toBe(confirmed ? 5 : 0);
  },
);

it('a mailbox gets at most eight mails a day about unconfirmed accounts, for all its addresses', async () => {
  const emails = tagged(9);
  const clients = emails.map(() => test.client());
  const statuses: number[] = [];
  for (const [at, email] of emails.entries())
    statuses.push((await clients[at]!.call('signUp', signUpForm({ email }))).status);
  expect(statuses).toEqual([...Array<number>(8).fill(200), 429]);
  // No response claims a mail that was not sent.
  expect((await clients[0]!.call('sendActivationMail')).body.error).toBe('activation.too-many');
  await test.runJobs();
  expect((await test.outbox()).filter(({ to }) => emails.includes(to))).toHaveLength(8);
  expect(await test.sql('select 1 from member_emails where email_key = $1', [emails[8]])).toEqual([]);
  test.clock.move(25 * 3_600_000);
  expect((await clients[0]!.call('sendActivationMail')).status).toBe(200);
});

/** Creates accounts of one mailbox, and forgets their activation mails. */
async function accounts(count: number, confirmed: boolean): Promise<{ clients: TestClient[]; emails: string[] }> {
  const emails = tagged(count);
  const clients: TestClient[] = [];
  for (const email of emails) {
    clients.push(await test.member({ email, confirmed }));
    await forgetAttempts(test);
  }
  return { clients, emails };
}

const sent = async (emails: string[], page: string): Promise<number> => {
  await test.runJobs();
  return (await test.outbox()).filter(({ to, text }) => emails.includes(to) && text.includes(page)).length;
};

it.each([
  [false, 8],
  [true, 9],
])('the way back is mailed beyond eight times a day only if addresses are confirmed: %s', async (confirmed, mailed) => {
  const { clients, emails } = await accounts(9, confirmed);
  for (const client of clients)
    expect((await client.call('deleteAccount', { password: testPassword })).body).toEqual({ ok: true });
  expect(await sent(emails, '/account-deleted?')).toBe(mailed);
});

it.each([
  [false, 10],
  [true, 11],
])('reset links are mailed beyond ten a day only if addresses are confirmed: %s', async (confirmed, mailed) => {
  const { emails } = await accounts(11, confirmed);
  for (const [at, email] of emails.entries()) {
    const asked = { method: 'POST', url: '/api/reset-password.php', payload: { email } } as const;
    const answer = await test.app.server.inject({ ...asked, remoteAddress: `203.0.${at}.7` });
    expect(answer.json()).toEqual({ ok: true });
  }
  expect(await sent(emails, '/reset-password/do?')).toBe(mailed);
});

it('a mailbox gets at most three mails a day about address changes, for all its addresses', async () => {
  const [{ client }, emails] = [await member(), tagged(4)];
  const statuses: number[] = [];
  for (const email of emails) statuses.push((await ask(client, email)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await ask(client, address())).status).toBe(200);
});

it('a mailbox gets at most three reset links a day for requests from one IP address', async () => {
  const emails = tagged(4);
  for (const email of emails) await test.member({ email });
  const statuses: number[] = [];
  for (const email of emails) statuses.push((await test.client().call('requestPasswordReset', { email })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});
