import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createId } from '../platform/ids.ts';
import { toId } from '../../contract/platform/id.ts';
import { startCreditsMonths } from '../../contract/credits/limits.ts';
import { brokenInvariants, configureSite } from '../../tests/support/chat.ts';
import { failStatement } from '../../tests/support/fail-statement.ts';
import { type TestClient, signUpForm, testPassword, useTestApp } from '../../tests/support/test-app.ts';
import { grantCredits } from '../credits/wallets.ts';
import { eraseAccounts } from '../erasure/erase-accounts.ts';
import { after, dayMs, monthsBefore } from '../platform/clock.ts';
import { lockAccount } from './queries.ts';

const test = useTestApp();
beforeEach(() => test.sql('delete from attempts'));
afterEach(async () => {
  expect(await brokenInvariants(test)).toEqual([]);
  test.clock.set(new Date());
});

const variants = (count: number, box = randomUUID()): string[] =>
  Array.from({ length: count }, (_, at) => (at === 0 ? `${box}@example.org` : `${box}+${at}@example.org`));

interface Account {
  client: TestClient;
  email: string;
  token: string;
}

async function open(email: string, changes: object = {}): Promise<Account> {
  const client = test.client();
  const { status, body } = await client.call('signUp', signUpForm({ email, ...changes }));
  expect(status).toBe(200);
  client.id = toId(body.user?.id);
  return { client, email, token: await tokenTo(email) };
}

async function tokenTo(email: string, path = 'activate/done'): Promise<string> {
  await test.runJobs();
  const mail = (await test.outbox()).find(({ to, text }) => to === email && text.includes(path));
  return new RegExp(`${path}\\?token=([\\w-]+)`).exec(mail?.text ?? '')?.[1] ?? '';
}

const confirm = ({ token }: Account) => test.client().call('activateAccount', { token });
const getCredits = async ({ client }: Account) => (await client.call('getUser')).body.user.credits;
const getCauses = async ({ client }: Account) =>
  (await client.call('listLedger')).body.entries.map(({ cause, credits }) => `${cause} ${credits}`);

async function confirmed(email: string): Promise<Account> {
  const account = await open(email);
  expect((await confirm(account)).status).toBe(200);
  return account;
}

async function leaveForGood({ client }: Account): Promise<void> {
  expect((await client.call('deleteAccount', { password: testPassword })).status).toBe(200);
  test.clock.move(15 * dayMs);
  await eraseAccounts(test.context);
}

describe('start credits (ABU-12)', () => {
  it('are kept by only one of 20 accounts of a mailbox that are confirmed at once', async () => {
    const accounts: Account[] = [];
    for (const email of variants(20)) {
      accounts.push(await open(email));
      await test.sql('delete from attempts');
    }
    // The mailbox does not count before somebody confirms it.
    expect(new Set(await Promise.all(accounts.map(getCredits)))).toEqual(new Set([20]));
    const answers = await Promise.all(accounts.map(confirm));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const credits = await Promise.all(accounts.map(getCredits));
    expect(credits.toSorted((a, b) => b - a)).toEqual([20, ...Array<number>(19).fill(0)]);
  });

  it('are given once per mailbox, however its address is written', async () => {
    const box = randomUUID().replaceAll('-', '');
    await confirmed(`${box}@gmail.com`);
    for (const email of [`${box.slice(0, 3)}.${box.slice(3)}@gmail.com`, `${box}+x@googlemail.com`])
      expect(await getCredits(await confirmed(email))).toBe(0);
    expect(await getCredits(await confirmed(`${box}1@gmail.com`))).toBe(20);
  });

  it('are not given again after the account is erased, which leaves only a hash', async () => {
    const [email = ''] = variants(1);
    await leaveForGood(await confirmed(email));
    const again = await confirmed(email);
    expect(await getCredits(again)).toBe(0);
    expect(await getCauses(again)).toEqual(['signup_undone -20', 'signup 20']);
    const rows = await test.sql<{ row: string }>('select h::text as row from start_credit_holders h');
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).toMatch(/^\([\w-]{32},"[^"]+",\d+\)$/);
  });

  it('are given again after twelve months, and not earlier because of the purge', async () => {
    const [first = '', second = '', third = ''] = variants(3);
    await confirmed(first);
    test.clock.set(after(monthsBefore(test.clock.now(), -startCreditsMonths), -dayMs));
    await test.context.declared.purges['credits']?.(test.context);
    expect(await getCredits(await confirmed(second))).toBe(0);
    test.clock.move(2 * dayMs);
    expect(await getCredits(await confirmed(third))).toBe(20);
  });

  it('are given to the owner even if somebody else signed up with the mailbox and spent theirs', async () => {
    const [mine = '', theirs = '', more = ''] = variants(3);
    const receiver = await test.member({ gender: 'male' });
    const stranger = await open(theirs, { signup_message: 'Hi!', signup_message_to: receiver.id });
    expect(await getCredits(stranger)).toBe(15);
    const owner = await confirmed(mine);
    expect(await getCredits(owner)).toBe(20);
    expect(await getCauses(owner)).toEqual(['signup 20']);
    // Neither the stranger nor anybody else learns that the mailbox is confirmed.
    expect([await getCredits(stranger), await getCredits(await open(more))]).toEqual([15, 20]);
  });

  it('are taken back only as far as they are unspent, without leaving a debt', async () => {
    const [first = '', second = ''] = variants(2);
    await confirmed(first);
    const receiver = await test.member({ gender: 'male' });
    const again = await open(second, { signup_message: 'Hi!', signup_message_to: receiver.id });
    await confirm(again);
    expect(await getCauses(again)).toEqual(['signup_undone -15', 'message -5', 'signup 20']);
    expect(await getCredits(again)).toBe(0);
  });

  it('are taken back without touching credits bought in the meantime', async () => {
    const [first = '', second = ''] = variants(2);
    await confirmed(first);
    const again = await open(second);
    const id = again.client.id;
    await buy(id, 50);
    await confirm(again);
    expect(await getCredits(again)).toBe(50);
    expect(await test.sql('select credits_left from lots where member_id = $1 order by free', [id])).toEqual([
      { credits_left: 50 },
      { credits_left: 0 },
    ]);
  });

  it('are not given in advance to a mailbox that has already confirmed three accounts', async () => {
    const [first = '', second = '', third = '', fourth = ''] = variants(4);
    const receiver = await test.member({ gender: 'male' });
    for (const email of [first, second, third]) await confirmed(email);
    const message = { signup_message: 'Hi!', signup_message_to: receiver.id };
    const refused = await test.client().call('signUp', signUpForm({ email: fourth, ...message }));
    expect(refused.body.fields).toEqual({ signup_message: 'signup.message' });
    const account = await confirmed(fourth);
    expect([await getCredits(account), await getCauses(account)]).toEqual([0, []]);
  });

  it('are decided once, by the first link of the account that confirms the address', async () => {
    const account = await open(variants(1)[0] ?? '');
    await test.client().call('requestPasswordReset', { email: account.email });
    const token = await tokenTo(account.email, 'reset-password/do');
    const reset = await test.client().call('resetPassword', { token, password: 'another evening by the sea' });
    expect(reset.status).toBe(200);
    await confirm(account);
    const client = test.client();
    await client.call('logIn', { login: account.email, password: 'another evening by the sea' });
    expect(await getCredits({ ...account, client })).toBe(20);
  });

  it('belong to the confirmed address, not to the address typed first', async () => {
    const [typed = '', meant = ''] = [...variants(1), ...variants(1)];
    const account = await open(typed);
    await account.client.call('changeEmail', { email: meant, password: testPassword });
    const token = await tokenTo(meant, 'mail-change/do');
    expect((await test.client().call('confirmMailChange', { token })).status).toBe(200);
    expect(await getCredits(account)).toBe(20);
    expect(await getCredits(await confirmed(typed))).toBe(20);
    expect(await getCredits(await confirmed(meant.replace('@', '+x@')))).toBe(0);
  });

  it('are decided once or not at all when a confirmation fails at any statement', async () => {
    const [first = '', second = ''] = variants(2);
    for (const [email, left] of [
      [first, 20],
      [second, 0],
    ] as const) {
      const account = await open(email);
      let status = 500;
      let nth = 0;
      while (status !== 200) {
        nth += 1;
        const wasCut = failStatement(test.context.database, nth);
        ({ status } = await confirm(account));
        wasCut();
        if (status !== 200) expect([status, await getCredits(account)]).toEqual([500, 20]);
      }
      expect(nth).toBeGreaterThan(8);
      expect(await getCredits(account)).toBe(left);
    }
  });

  it('are decided without blocking rows that refer to the member', async () => {
    const { client } = await open(`${randomUUID()}@example.org`);
    await test.context.database.transaction(async (tx) => {
      await tx.first(lockAccount, { memberId: client.id });
      // The lock that a row naming the member needs.
      await test.sql('select from members where member_id = $1 for key share nowait', [client.id]);
    });
  });

  it('are still available after a sign-up on a site that gives none', async () => {
    const [first = '', second = ''] = variants(2);
    await configure({ signup_credits: 0 });
    expect(await getCredits(await confirmed(first))).toBe(0);
    await configure({});
    expect(await getCredits(await confirmed(second))).toBe(20);
  });

  it('reveal nothing in the responses of a discreet site, and count apart from other sites', async () => {
    const [first = '', second = ''] = variants(2);
    await configure({ account_discretion: true });
    const answers: unknown[] = [];
    for (const email of [first, second]) {
      const { status, body } = await test.client().call('signUp', signUpForm({ email }));
      answers.push([status, body]);
      const token = await tokenTo(email);
      expect((await test.client().call('activateAccount', { token })).status).toBe(200);
    }
    expect(answers[1]).toEqual(answers[0]);
    const logIn = async (email: string): Promise<Account> => {
      const client = test.client();
      await client.call('logIn', { login: email, password: testPassword });
      return { client, email, token: '' };
    };
    expect([await getCredits(await logIn(first)), await getCredits(await logIn(second))]).toEqual([20, 0]);
    await configure({});
    expect(await getCredits(await confirmed(first.replace('@', '+z@')))).toBe(20);
  });
});

/** Buys credits, without a payment. */
function buy(memberId: MemberId, credits: number): Promise<number> {
  const paymentId = createId<PaymentId>();
  const grant = { memberId, credits, cause: 'purchase', causeId: paymentId, paymentId } as const;
  const price = { minor: 999, currency: 'EUR' };
  return test.context.database.transaction((tx) => grantCredits(tx, { ...grant, price, now: test.clock.now() }));
}

const configure = (values: object): Promise<void> => configureSite(test, values);
