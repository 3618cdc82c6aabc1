import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';

import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import { declarationsAt } from '../../../tests/support/declarations.ts';
import { openShop } from '../../../tests/support/payments.ts';
import { purchasesAt } from '../../../tests/support/purchases.ts';
import { dayMs, after } from '../../platform/clock.ts';
import { jobHandlers } from '../../modules.ts';
import { purgeDeclarations } from '../erase/erase-payments.ts';

const shop = await openShop();
afterAll(shop.close);

const { bought, books, refunds, withdraw, paidBack } = purchasesAt(shop);
const { newAddress, declare, declared, mailsTo, linksTo, runStaff } = declarationsAt(shop);
const confirm = (link: object | undefined) => shop.test.client().call('confirmDeclaration', link ?? {});
const alerts = vi.spyOn(shop.test.context.log, 'error');

let begun = new Date();
/** Moves the clock to `days` days and half an hour after the test began. */
const onDay = (days: number): void => shop.test.clock.set(after(begun, days * dayMs + 1_800_000));
afterEach(() => {
  begun = new Date();
  shop.test.clock.set(begun);
});

/** Makes a purchase, and a declaration about it that waits for its link. */
async function matched() {
  const purchase = await bought();
  const email = await shop.getEmail(purchase.buyer);
  return { ...purchase, email, request: await declared({ email }) };
}

const warn = () =>
  jobHandlers(shop.test.context)['warn-of-withdrawals']({}, { job: { id: '1', created_at: new Date() } });
const alertsAbout = (id: string | undefined): unknown[] =>
  alerts.mock.calls.map(([facts]) => facts as unknown).filter((facts) => JSON.stringify(facts).includes(id ?? '?'));

describe('a declaration without a login (LEG-06)', () => {
  it('is acknowledged with content, date and time, and goes to support if it matches no order', async () => {
    const email = newAddress();
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
    const line = (await runStaff()).split('\n').find((one) => one.includes(email)) ?? '';
    expect(line).toContain('order NOSUCH01 of 2026-11-20  I changed my mind. Please.');
    expect(await runStaff('close', line.slice(0, 36))).toContain('is closed');
    expect(await runStaff()).not.toContain(email);
  });

  it('that names no number waits for a link in a mail, but counts from the time of the form', async () => {
    const { buyer, paymentId, id } = await bought();
    const email = await shop.getEmail(buyer);
    await declare({ email: email.toUpperCase() });
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe(`Confirm your withdrawal, order ${formatOrderNumber(paymentId)}`);
    expect((await books(buyer))?.['balance']).toBe(120);
    const [link] = await linksTo(email);
    expect((await confirm({ ...link, token: link?.token.slice(0, -1) })).body.error).toBe('link.expired');
    // The period ends between the form and the link; the time of the form counts.
    await shop.test.sql(`update payments set settled_at = now() - interval '14 days' where payment_id = $1`, [
      paymentId,
    ]);
    shop.test.clock.move(10 * dayMs);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(link)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await paidBack(id);
    expect(await refunds(id)).toHaveLength(1);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
  });

  it('finds the order by its date where the buyer lives, and no order by another date', async () => {
    const { buyer, paymentId } = await bought();
    const email = await shop.getEmail(buyer);
    await shop.test.sql(`update payments set created_at = '2026-11-11T23:30:00Z' where payment_id = $1`, [paymentId]);
    await declare({ email, ordered_on: '2026-11-11' });
    expect((await mailsTo(email)).map(({ subject }) => subject.slice(0, 7))).not.toContain('Confirm');
    await declare({ email, ordered_on: '2026-11-12' });
    expect((await mailsTo(email))[0]?.subject).toContain('Confirm your withdrawal');
  });

  it('is answered alike for an email address with and without an account', async () => {
    const { buyer, paymentId } = await bought();
    const number = formatOrderNumber(paymentId);
    const known = await declare({ email: await shop.getEmail(buyer), order_number: number });
    const unknown = await declare({ order_number: number });
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect((await declare({ email: 'nobody' })).body.fields).toEqual({ email: 'email.invalid' });
  });

  it('is stored once per key, even beyond the three acknowledgements a day per email address', async () => {
    const email = newAddress();
    const key = randomUUID();
    for (let again = 0; again < 3; again += 1) await declare({ email, idempotency_key: key });
    expect(await mailsTo(email)).toHaveLength(1);
    for (let more = 0; more < 4; more += 1) await declare({ email });
    expect(await mailsTo(email)).toHaveLength(3);
    expect(await shop.value('select count(*)::int from withdrawal_requests where email = $1', [email])).toBe(5);
  });

  it('is acknowledged at most three times a day per mailbox, by whichever of its addresses', async () => {
    const box = randomUUID();
    const emails = ['', '+a', '+b', '+c', '+d'].map((tag) => `${box}${tag}@example.org`);
    for (const email of emails) await declare({ email });
    await shop.test.runJobs();
    expect((await shop.test.outbox()).filter(({ to }) => emails.includes(to))).toHaveLength(3);
  });

  it('is acknowledged without greeting the typed name, and without anything that becomes a link', async () => {
    const email = newAddress();
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
    const wrong = { email: newAddress(), idempotency_key: randomUUID() };
    expect((await declare(wrong)).status).toBe(200);
    const corrected = await declare({ ...wrong, email: newAddress() });
    expect([corrected.status, corrected.body.error]).toEqual([409, 'request.key-reused']);
    for (const more of [{ name: 'Vera Vries' }, { order_number: '1' }, { ordered_on: '2' }, { declaration: '3' }])
      expect((await declare({ ...wrong, ...more })).status).toBe(409);
    expect((await declare(wrong)).status).toBe(200);
  });

  it('cannot inject lines or control characters into the support list or the mail', async () => {
    const email = newAddress();
    const forged = `\n${randomUUID()}  1 day left`;
    const odd = { name: `Vera${forged}`, order_number: '\u001B[2JA\r\nB', ordered_on: '\u202E1\n' };
    expect((await declare({ ...odd, email, declaration: 'One\u001B[8m.\r\nTwo\u2028.' })).status).toBe(200);
    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain('One [8m.\nTwo .');
    // A row stored without cleaning.
    const before = newAddress();
    await shop.test.sql(
      `insert into withdrawal_requests
         (request_id, site, language, name, email, order_number, ordered_on, declaration, received_at, state)
       values ($1, 'default', 'en', $2, $3, $4, $5, '', now(), 'support')`,
      [randomUUID(), odd.name, before, odd.order_number, odd.ordered_on],
    );
    const list = await runStaff();
    const names = list.split('\n').filter((line) => line.includes(email) || line.includes(before));
    expect(
      names.map((line) => line.includes(`Vera${forged.replace('\n', ' ').replace('  ', ' ')}  order [2JA B of 1`)),
    ).toEqual([true, true]);
    expect(`${list}${mail?.text ?? ''}`.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
    for (const name of ['\u200B\n', '\u2800', '\u3164\u0301'])
      expect((await declare({ name })).body.fields).toEqual({ name: 'field.missing' });
  });

  it('is mailed at most three times if twenty forms name one address at once in any spelling', async () => {
    const { buyer } = await bought();
    const email = await shop.getEmail(buyer);
    const spell = (number: number) => (number % 2 ? email.toUpperCase() : ` ${email}`);
    await Promise.all(Array.from({ length: 20 }, (_, number) => declare({ email: spell(number) })));
    await shop.test.runJobs();
    await shop.test.runJobs();
    const all = (await shop.test.outbox()).filter(({ to }) => to.toLowerCase() === email.toLowerCase());
    const subjects = all.map(({ subject }) => subject.split(' ')[0]);
    expect(subjects.filter((one) => one === 'We’ve')).toHaveLength(3);
    expect(subjects.filter((one) => one === 'Confirm')).toHaveLength(3);
  });
});

describe('the link of a declaration', () => {
  it('works for 30 days, and support sees from day 10 that nobody has used it', async () => {
    const { buyer, email, request } = await matched();
    expect(await runStaff()).not.toContain(request);
    onDay(10);
    expect(await runStaff()).toContain(`${request}  4 days left  link not used`);
    const [link] = await linksTo(email);
    onDay(30);
    expect((await confirm(link)).body.error).toBe('link.expired');
    expect(await books(buyer)).toMatchObject({ balance: 120 });
    onDay(29);
    expect((await confirm(link)).status).toBe(200);
    expect(await runStaff()).not.toContain(request);
  });

  it('can be replaced by support, and the declaration still counts from its receipt', async () => {
    const { buyer, id, email, request } = await matched();
    onDay(60);
    expect(await runStaff('ask', request)).toBe(`${request} has a new link.`);
    await shop.test.runJobs();
    const links = await linksTo(email);
    expect(links).toHaveLength(2);
    expect((await confirm(links.at(-1))).status).toBe(200);
    await paidBack(id);
    expect(await refunds(id)).toHaveLength(1);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
    expect(await runStaff('ask', request)).toBe(`Nothing waits under ${request}.`);
  });

  it('can be sent to the buyer of an order that support has found, and to nobody else', async () => {
    const { buyer, paymentId } = await bought();
    const stranger = await shop.test.member();
    const request = await declared({ order_number: 'NOSUCH01' });
    onDay(20);
    expect(await runStaff('ask', request)).toBe(`Nothing waits under ${request}.`);
    expect(await runStaff('ask', request, stranger.id, paymentId)).toBe(`Nothing waits under ${request}.`);
    expect(await runStaff('ask', request, buyer.id, paymentId)).toBe(`${request} has a new link.`);
    await shop.test.runJobs();
    const [link] = await linksTo(await shop.getEmail(buyer));
    expect((await confirm(link)).body.state).toBe('confirmed');
  });
});

describe('declarations without a login', () => {
  const kept = async () =>
    (await shop.test.sql<{ id: string }>('select request_id as id from withdrawal_requests')).map(({ id }) => id);

  it('are deleted three years after receipt if about an order, and 90 days after the answer if not', async () => {
    const { request: unused } = await matched();
    const { email, request: used } = await matched();
    await confirm((await linksTo(email))[0]);
    const [answered, open] = [await declared(), await declared()];
    onDay(10);
    await runStaff('close', answered);
    const keptOn = async (days: number): Promise<string[]> => {
      onDay(days);
      await purgeDeclarations(shop.test.context);
      return (await kept()).filter((id) => [unused, used, answered, open].includes(id));
    };
    expect(await keptOn(99)).toEqual(expect.arrayContaining([unused, used, answered, open]));
    expect(await keptOn(101)).toEqual(expect.arrayContaining([unused, used, open]));
    expect(await kept()).not.toContain(answered);
    expect(await keptOn(3 * 365)).toHaveLength(3);
    // Unanswered declarations stay.
    expect(await keptOn(3 * 365 + 2)).toEqual([open]);
  });
});

describe('a support task', () => {
  it('is listed with its remaining days, the most urgent first, and raises an alert from day 12', async () => {
    const first = await bought({ method: 'wire_transfer' });
    await withdraw(first.buyer, first.paymentId);
    await shop.test.runJobs();
    onDay(5);
    const second = await bought({ method: 'paysafecard' });
    await withdraw(second.buyer, second.paymentId);
    await shop.test.runJobs();
    const lines = async (): Promise<string[]> =>
      (await runStaff()).split('\n').filter((line) => line.includes(first.buyer.id) || line.includes(second.buyer.id));
    const [older, newer] = await lines();
    expect([older, newer]).toEqual([
      expect.stringContaining('  9 days left  '),
      expect.stringContaining('  14 days left  '),
    ]);
    const id = older?.slice(0, 36);
    onDay(11);
    await warn();
    expect(alertsAbout(id)).toEqual([]);
    onDay(12);
    await warn();
    expect(alertsAbout(id)).toEqual([{ event: 'refund-due', withdrawal_id: id, days_left: 2 }]);
    expect(alertsAbout(newer?.slice(0, 36))).toEqual([]);
    onDay(14);
    expect((await lines())[0]).toContain('  OVERDUE by 1 day  ');
    await runStaff('paid', id ?? '');
    await warn();
    expect(alertsAbout(id)).toHaveLength(1);
  });

  it('may be a declaration, whose alert does not name the sender and stops once it is closed', async () => {
    const request = await declared({ order_number: 'NOSUCH02' });
    onDay(12);
    await warn();
    expect(alertsAbout(request)).toEqual([{ event: 'declaration-due', request_id: request, days_left: 2 }]);
    await runStaff('close', request);
    await warn();
    expect(alertsAbout(request)).toHaveLength(1);
  });
});
