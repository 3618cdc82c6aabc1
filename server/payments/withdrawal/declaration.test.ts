import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { withdrawalsAt } from '../../../tests/support/withdrawals.ts';
import { dayMs } from '../../platform/clock.ts';
import { deskWithdrawals } from './desk-withdrawals.ts';
import { atDesk } from '../../../tests/support/at-desk.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const { bought, books, refunds } = withdrawalsAt(() => shop);

const declare = (fields: object) =>
  shop.test.client().call('declareWithdrawal', {
    name: 'Vera de Vries',
    email: `${randomUUID()}@example.org`,
    idempotency_key: randomUUID(),
    ...fields,
  });

async function mailsTo(email: string): Promise<{ subject: string; text: string; html: string }[]> {
  await shop.test.runJobs();
  await shop.test.runJobs();
  return (await shop.test.outbox()).filter(({ to }) => to === email);
}

async function addressOf(memberId: string): Promise<string> {
  const [row] = await shop.test.sql<{ email: string }>('select email from members where member_id = $1', [memberId]);
  return row?.email ?? '';
}

async function desk(...words: string[]): Promise<string> {
  const lines: string[] = [];
  await deskWithdrawals(atDesk(shop.test.context), words, (line) => lines.push(line));
  return lines.join('\n');
}

describe('a declaration without a login (LEG-06)', () => {
  it('is acknowledged with content, date and time, and goes to support if it matches no order', async () => {
    const email = `${randomUUID()}@example.org`;
    const key = randomUUID();
    const { status, body } = await declare({
      idempotency_key: key,
      email,
      order_number: 'NOSUCH01',
      ordered_on: '2026-11-20',
      declaration: 'I changed my mind.\nPlease.',
    });
    expect([status, Number.isNaN(Date.parse(body.received_at))]).toEqual([200, false]);
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('We’ve received your withdrawal');
    for (const said of [
      formatOrderNumber(key),
      'Vera de Vries',
      'NOSUCH01',
      '2026-11-20',
      'I changed my mind.',
      'Received on:',
    ])
      expect(mail?.text).toContain(said);
    expect(mail?.text).toMatch(/\d{2}:\d{2}:\d{2} CET/);
    expect(mail?.text).not.toContain('concerns your account');
    const line = (await desk()).split('\n').find((one) => one.includes(email)) ?? '';
    expect(line).toContain('order NOSUCH01 of 2026-11-20  I changed my mind. Please.');
    expect(await desk('close', line.slice(0, 36))).toContain('is closed');
    expect(await desk()).not.toContain(email);
  });

  it('that matches an order waits for a link in an email, but counts from the time of the form', async () => {
    const { buyer, paymentId, id } = await bought();
    const email = await addressOf(buyer.id);
    await declare({ email: email.toUpperCase(), order_number: ` ${formatOrderNumber(paymentId).toLowerCase()} ` });
    const [confirm] = await mailsTo(email);
    expect(confirm?.subject).toBe(`Confirm your withdrawal, order ${formatOrderNumber(paymentId)}`);
    expect((await books(buyer))?.['balance']).toBe(120);
    const [, request = '', token = ''] = /request=([\w-]+)&token=([\w-]+)/.exec(confirm?.text ?? '') ?? [];
    const confirmWith = (given: string) => shop.test.client().call('confirmDeclaration', { request, token: given });
    expect((await confirmWith(token.slice(0, -1))).body.error).toBe('link.expired');
    // The period ends between the form and the link; the time of the form counts.
    await shop.test.sql(`update payments set settled_at = now() - interval '14 days' where payment_id = $1`, [
      paymentId,
    ]);
    shop.test.clock.move(10 * dayMs);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirmWith(token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await shop.test.runJobs();
    await shop.hook(id);
    expect(await refunds(id)).toHaveLength(1);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
    shop.test.clock.move(-10 * dayMs);
  });

  it('finds the order by its date, and no order by another date', async () => {
    const { buyer, paymentId } = await bought();
    const email = await addressOf(buyer.id);
    await shop.test.sql(`update payments set created_at = '2026-11-12T12:00:00Z' where payment_id = $1`, [paymentId]);
    await declare({ email, ordered_on: '2026-11-13' });
    expect((await mailsTo(email)).map(({ subject }) => subject.slice(0, 7))).not.toContain('Confirm');
    await declare({ email, ordered_on: '2026-11-12' });
    expect((await mailsTo(email))[0]?.subject).toContain('Confirm your withdrawal');
  });

  it('is answered alike for an email address with and without an account', async () => {
    const { buyer, paymentId } = await bought();
    const number = formatOrderNumber(paymentId);
    const known = await declare({ email: await addressOf(buyer.id), order_number: number });
    const unknown = await declare({ order_number: number });
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect((await declare({ email: 'nobody' })).body.fields).toEqual({ email: 'email.invalid' });
  });

  it('is stored once per key, even beyond the three acknowledgements a day per email address', async () => {
    const email = `${randomUUID()}@example.org`;
    const key = randomUUID();
    for (let again = 0; again < 3; again += 1) await declare({ email, idempotency_key: key });
    expect(await mailsTo(email)).toHaveLength(1);
    for (let more = 0; more < 4; more += 1) await declare({ email });
    expect(await mailsTo(email)).toHaveLength(3);
    const [row] = await shop.test.sql<{ count: number }>(
      'select count(*)::int from withdrawal_requests where email = $1',
      [email],
    );
    expect(row?.count).toBe(5);
  });

  it('is acknowledged at most three times a day per mailbox, by whichever of its addresses', async () => {
    const box = randomUUID();
    const emails = ['', '+a', '+b', '+c', '+d'].map((tag) => `${box}${tag}@example.org`);
    for (const email of emails) await declare({ email });
    await shop.test.runJobs();
    expect((await shop.test.outbox()).filter(({ to }) => emails.includes(to))).toHaveLength(3);
  });

  it('is acknowledged without greeting the typed name, and without anything that becomes a link', async () => {
    const email = `${randomUUID()}@example.org`;
    await declare({
      email,
      name: 'YOUR ACCOUNT IS LOCKED - open https://evil.example/login',
      order_number: 'www.evil.example',
      ordered_on: '27.5.2026',
      declaration: 'Call help@evil.example or evil.example/x, e.g. today.',
    });
    await shop.test.runJobs();
    const mail = (await shop.test.outbox()).find(({ to }) => to === email);
    for (const text of [mail?.text ?? '', mail?.html ?? '']) {
      expect(text).not.toMatch(/evil\.example|evil@|:\/\/evil/);
      expect(text).toContain('YOUR ACCOUNT IS LOCKED - open https[:]//evil[.]example/login');
      expect(text).toContain('27.5.2026');
      expect(text).toContain('help[@]evil[.]example');
    }
    expect(mail?.text.split('\n')[0]).toBe(shop.test.context.sentences.in('en')('mail.hello-anybody'));
  });

  it('is refused with the key of a different declaration, so that a corrected address is not lost', async () => {
    const wrong = { email: `${randomUUID()}@example.org`, idempotency_key: randomUUID() };
    expect((await declare(wrong)).status).toBe(200);
    const corrected = await declare({ ...wrong, email: `${randomUUID()}@example.org` });
    expect([corrected.status, corrected.body.error]).toEqual([409, 'request.key-reused']);
    for (const more of [{ name: 'Vera Vries' }, { order_number: '1' }, { ordered_on: '2' }, { declaration: '3' }])
      expect((await declare({ ...wrong, ...more })).status).toBe(409);
    expect((await declare(wrong)).status).toBe(200);
  });

  it('cannot inject lines or control characters into the support list or the email', async () => {
    const email = `${randomUUID()}@example.org`;
    const forged = `\n${randomUUID()}  1 day left`;
    const odd = { name: `Vera${forged}`, order_number: '\u001B[2JA\r\nB', ordered_on: '\u202E1\n' };
    expect((await declare({ ...odd, email, declaration: 'One\u001B[8m.\r\nTwo\u2028.' })).status).toBe(200);
    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain('One [8m.\nTwo .');
    // A row stored without cleaning.
    const before = `${randomUUID()}@example.org`;
    await shop.test.sql(
      `insert into withdrawal_requests
         (request_id, site, language, name, email, order_number, ordered_on, declaration, received_at, state)
       values ($1, 'default', 'en', $2, $3, $4, $5, '', now(), 'support')`,
      [randomUUID(), odd.name, before, odd.order_number, odd.ordered_on],
    );
    const list = await desk();
    const names = list.split('\n').filter((line) => line.includes(email) || line.includes(before));
    expect(
      names.map((line) => line.includes(`Vera${forged.replace('\n', ' ').replace('  ', ' ')}  order [2JA B of 1`)),
    ).toEqual([true, true]);
    expect(`${list}${mail?.text ?? ''}`.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
    for (const name of ['\u200B\n', '\u2800', '\u3164\u0301'])
      expect((await declare({ name })).body.fields).toEqual({ name: 'field.missing' });
  });

  it('is emailed at most three times if twenty forms name one address at once in any spelling', async () => {
    const { buyer, paymentId } = await bought();
    const email = await addressOf(buyer.id);
    const spell = (number: number) => (number % 2 ? email.toUpperCase() : ` ${email}`);
    await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        declare({ email: spell(number), order_number: formatOrderNumber(paymentId) }),
      ),
    );
    await shop.test.runJobs();
    await shop.test.runJobs();
    const all = (await shop.test.outbox()).filter(({ to }) => to.toLowerCase() === email.toLowerCase());
    const subjects = all.map(({ subject }) => subject.split(' ')[0]);
    expect(subjects.filter((one) => one === 'We’ve')).toHaveLength(3);
    expect(subjects.filter((one) => one === 'Confirm')).toHaveLength(3);
  });
});
