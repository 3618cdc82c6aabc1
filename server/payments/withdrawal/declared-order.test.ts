import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, describe, expect, it } from 'vitest';

import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import { runAsStaff } from '../../../tests/support/as-staff.ts';
import { declarationsAt } from '../../../tests/support/declarations.ts';
import { openShop } from '../../../tests/support/payments.ts';
import { price, purchasesAt } from '../../../tests/support/purchases.ts';
import { dayMs, hourMs } from '../../platform/clock.ts';
import { withdrawalCommands } from './commands.ts';
import { matchDeclaration } from './declare-withdrawal.ts';
import { showWithdrawal } from './get-withdrawal.ts';

const shop = await openShop();
afterAll(shop.close);

const { bought, books, refunds, refuse, withdraw, paidBack, spend, unbalanced } = purchasesAt(shop);
const { declare, declared, mailsTo, linksTo, runStaff } = declarationsAt(shop);
const confirm = (link: object | undefined) => shop.test.client().call('confirmDeclaration', link ?? {});
const { context } = shop.test;

afterEach(async () => {
  shop.test.clock.set(new Date());
  expect(await unbalanced()).toEqual([]);
});

/** Makes a purchase, with the address of its buyer and its number as the receipt prints it. */
async function buy() {
  const purchase = await bought();
  return { ...purchase, email: await shop.getEmail(purchase.buyer), number: formatOrderNumber(purchase.paymentId) };
}

/** Moves the beginning of an order's period back, so that it ends today, or on the next working day. */
const endSoon = (paymentId: string): Promise<unknown> =>
  shop.test.sql(`update payments set settled_at = now() - interval '14 days' where payment_id = $1`, [paymentId]);
const getRequest = (id: string) =>
  shop.first('select state, payment_id from withdrawal_requests where request_id = $1', [id]);
const otherNumber = (number: string): string => (number.startsWith('F') ? '0' : 'F') + number.slice(1);

describe('a declaration with the number of an order and the address of its account (LEG-06)', () => {
  it('is the withdrawal from that order, without a link, and is acknowledged with date and time', async () => {
    const { buyer, paymentId, id, email, number } = await buy();
    await spend(buyer, 50);
    const request = await declared({ email: ` ${email} `, order_number: ` #${number.toLowerCase()} ` });
    expect(await getRequest(request)).toEqual({ state: 'confirmed', payment_id: paymentId });
    await paidBack(id);
    const amount = Math.ceil((price * 70) / 120);
    expect((await refunds(id)).map((refund) => refund.amount.value)).toEqual([(amount / 100).toFixed(2)]);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: price - amount });
    const mails = await mailsTo(email);
    const subjects = mails.map(({ subject }) => subject);
    expect(subjects).toEqual(
      expect.arrayContaining(['We’ve received your withdrawal', `Your withdrawal, order ${number}`]),
    );
    expect(subjects.join()).not.toContain('Confirm');
    expect(mails.find(({ subject }) => subject.startsWith('Your withdrawal'))?.text).toMatch(/\d{2}:\d{2}:\d{2}/);
  });

  it('counts when it is sent: the order is found after the period, and the withdrawal has the time of the form', async () => {
    const { buyer, paymentId, id, email, number } = await buy();
    await endSoon(paymentId);
    const { received_at: sentAt } = (await declare({ email, order_number: number })).body;
    shop.test.clock.move(20 * dayMs);
    expect((await showWithdrawal(context, buyer.id, paymentId))?.state).toBe('expired');
    await shop.test.runJobs();
    expect(await showWithdrawal(context, buyer.id, paymentId)).toMatchObject({
      state: 'refunded',
      declared_at: sentAt,
    });
    await paidBack(id);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
  });

  it('is left to staff if it was sent after the period, and staff cannot accept it either', async () => {
    const { buyer, paymentId, email, number } = await buy();
    shop.test.clock.move(30 * dayMs);
    const request = await declared({ email, order_number: number });
    expect(await getRequest(request)).toEqual({ state: 'support', payment_id: paymentId });
    expect(await books(buyer)).toMatchObject({ balance: 120 });
    expect(await runStaff()).toContain(request);
    await expect(runStaff('accept', request)).rejects.toThrow('withdrawal.expired');
    expect(await books(buyer)).toMatchObject({ balance: 120 });
  });

  it('withdraws once, however many forms, jobs, links and logins race', async () => {
    const { buyer, paymentId, id, email, number } = await buy();
    const asked = await declared({ email });
    const [link] = await linksTo(email);
    const key = randomUUID();
    const forms = Array.from({ length: 6 }, (_, at) => (at < 3 ? key : randomUUID()));
    for (const idempotency_key of forms) await declare({ email, order_number: number, idempotency_key });
    const run = (request_id: string) => matchDeclaration(context, { request_id, origin: 'http://localhost' });
    const answers = await Promise.all([
      ...[...new Set(forms)].flatMap((form) => [run(form), run(form)]),
      ...Array.from({ length: 3 }, () => confirm(link)),
      withdraw(buyer, paymentId),
      withdraw(buyer, paymentId),
      runStaff('accept', asked).catch(() => ''),
    ]);
    expect(answers).toHaveLength(14);
    await shop.test.runJobs();
    await paidBack(id);
    expect(await refunds(id)).toHaveLength(1);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
    const states = await shop.test.sql('select distinct state from withdrawal_requests where request_id = any($1)', [
      forms,
    ]);
    expect(states).toEqual([{ state: 'confirmed' }]);
    expect((await mailsTo(email)).filter(({ subject }) => subject.startsWith('Your withdrawal'))).toHaveLength(1);
  });

  it('is left to staff if its field has the numbers of two orders, so that the second one is not forgotten', async () => {
    const { buyer, email, number } = await buy();
    const second = await shop.paid(buyer);
    const request = await declared({ email, order_number: `${number}, ${formatOrderNumber(second.paymentId)}` });
    expect((await getRequest(request))?.['state']).toBe('support');
    expect(await books(buyer)).toMatchObject({ balance: 240 });
  });

  it('may have the whole id of the order', async () => {
    const { buyer, paymentId, email } = await buy();
    await declared({ email, order_number: paymentId });
    expect(await books(buyer)).toMatchObject({ balance: 0 });
  });

  it('withdraws once if its job is repeated after a crash, and may be declared again after a failed refund', async () => {
    const { buyer, paymentId, id, email, number } = await buy();
    const first = await declared({ email, order_number: number });
    await matchDeclaration(context, { request_id: first, origin: 'http://localhost' });
    await paidBack(id);
    expect(await refunds(id)).toHaveLength(1);
    await refuse(id);
    expect(await books(buyer)).toMatchObject({ balance: 120 });
    await matchDeclaration(context, { request_id: first, origin: 'http://localhost' });
    expect(await books(buyer)).toMatchObject({ balance: 120 });
    shop.test.clock.move(40 * dayMs);
    await declared({ email, order_number: number });
    expect((await showWithdrawal(context, buyer.id, paymentId))?.state).toBe('refunded');
    expect(await books(buyer)).toMatchObject({ balance: 0 });
  });
});

describe('a stranger who declares for somebody else', () => {
  it('takes no credits by the address alone, with a date, or with a wrong or foreign number', async () => {
    const { buyer, email, number } = await buy();
    const other = await buy();
    const today = new Date().toISOString().slice(0, 10);
    for (const fields of [
      { email },
      { email, ordered_on: today },
      { email, order_number: otherNumber(number) },
      { email, order_number: number.slice(0, 7) },
      { email, order_number: other.number },
      { email: other.email, order_number: number },
      { email: `${randomUUID()}@example.org`, order_number: number },
    ])
      await declared({ ...fields, name: 'Mallory' });
    expect(await books(buyer)).toMatchObject({ balance: 120 });
    expect(await books(other.buyer)).toMatchObject({ balance: 120 });
  });

  it('cannot try numbers: after ten a day for an account, even the right one waits for the link', async () => {
    const { buyer, email, number } = await buy();
    for (let tries = 0; tries < 10; tries += 1) await declare({ email, order_number: otherNumber(number) });
    await shop.test.runJobs();
    const request = await declared({ email, order_number: number });
    expect(await books(buyer)).toMatchObject({ balance: 120 });
    expect((await getRequest(request))?.['state']).toBe('asked');
    expect((await confirm((await linksTo(email))[0])).body.state).toBe('confirmed');
    const next = await buy();
    await declared({ email: next.email, order_number: next.number });
    expect(await books(next.buyer)).toMatchObject({ balance: 0 });
  });
});

describe('a declaration that staff accept', () => {
  const accept = async (who: string, ...words: string[]): Promise<number> =>
    (await runAsStaff(withdrawalCommands, context, ['accept', ...words], who)).exit;

  it('is the withdrawal as of its sending, also after its link has expired', async () => {
    const { buyer, paymentId, id, email } = await buy();
    await endSoon(paymentId);
    const sent = await declare({ email });
    await shop.test.runJobs();
    const [request] = await shop.test.sql<{ id: string }>(
      'select request_id as id from withdrawal_requests where email = $1',
      [email],
    );
    shop.test.clock.move(60 * dayMs);
    expect(await runStaff('accept', request?.id ?? '')).toBe(`${request?.id} is accepted.`);
    expect((await showWithdrawal(context, buyer.id, paymentId))?.declared_at).toBe(sent.body.received_at);
    expect(await runStaff('accept', request?.id ?? '')).toBe(`Nothing waits under ${request?.id}.`);
    await paidBack(id);
    expect(await refunds(id)).toHaveLength(1);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
  });

  it('withdraws once if two of staff accept it at once, and only from an order of the member they name', async () => {
    const { buyer, paymentId, id } = await buy();
    const stranger = await shop.test.member();
    const request = await declared({ order_number: 'NOSUCH03' });
    expect(await accept('mo', request)).toBe(1);
    expect(await accept('mo', request, stranger.id, paymentId)).toBe(1);
    const exits = await Promise.all(['mo', 'jo'].map((who) => accept(who, request, buyer.id, paymentId)));
    expect(exits.sort()).toEqual([0, 1]);
    await paidBack(id);
    expect(await refunds(id)).toHaveLength(1);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
  });
});

it('a declaration cannot be used for an order that is placed after it', async () => {
  const { buyer, paymentId, email } = await buy();
  const request = await declared({ email, order_number: 'NOSUCH04' });
  await shop.test.sql(`update payments set created_at = now() + interval '1 day' where payment_id = $1`, [paymentId]);
  for (const act of ['accept', 'ask'])
    expect(await runStaff(act, request, buyer.id, paymentId)).toBe(`Nothing waits under ${request}.`);
  expect(await books(buyer)).toMatchObject({ balance: 120 });
});

it('a withdrawal with a login counts when it is sent, even if a lock holds it up past the end of the period', async () => {
  const { buyer, paymentId } = await buy();
  await endSoon(paymentId);
  const endsAt = (await showWithdrawal(context, buyer.id, paymentId))?.ends_at ?? '';
  shop.test.clock.set(new Date(Date.parse(endsAt) - 60_000));
  const other = await context.database.pool.connect();
  await other.query('begin');
  await other.query('select from payments where payment_id = $1 for update', [paymentId]);
  const sent = withdraw(buyer, paymentId);
  const waiting = (): Promise<unknown[]> =>
    shop.test.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%payments%'`,
    );
  await expect.poll(waiting).toHaveLength(1);
  shop.test.clock.move(hourMs);
  await other.query('commit');
  other.release();
  expect((await sent).body).toMatchObject({ state: 'confirmed' });
});
