import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { withdrawalsAt } from '../../../tests/support/withdrawals.ts';
import { after, dayMs } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { jobHandlers } from '../../jobs.ts';
import { deskWithdrawals } from './desk-withdrawals.ts';
import { purgeDeclarations } from './purge-declarations.ts';
import { atDesk } from '../../../tests/support/at-desk.ts';

const alerts: object[] = [];
const quiet = (): void => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: (facts: object) => alerts.push(facts) } as unknown as Log;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ log });
});
afterAll(() => shop.close());

const { bought, books, refunds, withdraw } = withdrawalsAt(() => shop);

let begun = new Date();
/** Moves the clock to `days` days and half an hour after the test began. */
const onDay = (days: number): void => shop.test.clock.set(after(begun, days * dayMs + 1_800_000));
afterEach(() => {
  begun = new Date();
  shop.test.clock.set(begun);
});

const runJob = (name: 'warn-of-withdrawals'): Promise<void> =>
  jobHandlers(shop.test.context)[name]({}, { job: { id: '1', created_at: new Date() } });

async function desk(...words: string[]): Promise<string> {
  const lines: string[] = [];
  await deskWithdrawals(atDesk(shop.test.context), words, (line) => lines.push(line));
  return lines.join('\n');
}

async function addressOf(memberId: string): Promise<string> {
  const [row] = await shop.test.sql<{ email: string }>('select email from members where member_id = $1', [memberId]);
  return row?.email ?? '';
}

/** Sends the form; returns the declaration's id. */
async function declare(fields: object = {}): Promise<string> {
  const id = randomUUID();
  const input = { name: 'Vera', email: `${id}@example.org`, idempotency_key: id, ...fields };
  expect((await shop.test.client().call('declareWithdrawal', input)).status).toBe(200);
  await shop.test.runJobs();
  await shop.test.runJobs();
  return id;
}

async function declared() {
  const purchase = await bought();
  const email = await addressOf(purchase.buyer.id);
  return { ...purchase, email, request: await declare({ email, order_number: formatOrderNumber(purchase.paymentId) }) };
}

async function linksTo(email: string): Promise<{ request: string; token: string }[]> {
  const mails = (await shop.test.outbox()).filter(({ to }) => to === email);
  return mails.flatMap(({ text }) => {
    const [, request = '', token = ''] = /request=([\w-]+)&token=([\w-]+)/.exec(text) ?? [];
    return token === '' ? [] : [{ request, token }];
  });
}

const confirm = (link: { request: string; token: string } | undefined) =>
  shop.test.client().call('confirmDeclaration', link ?? { request: '', token: '' });

async function kept(): Promise<string[]> {
  const rows = await shop.test.sql<{ request_id: string }>('select request_id from withdrawal_requests');
  return rows.map(({ request_id: id }) => id);
}

const alertsAbout = (id: string | undefined): object[] =>
  alerts.filter((facts) => JSON.stringify(facts).includes(id ?? '?'));

describe('the link of a declaration', () => {
  it('works for 30 days, and support sees from day 10 that nobody has used it', async () => {
    const { buyer, email, request } = await declared();
    expect(await desk()).not.toContain(request);
    onDay(10);
    expect(await desk()).toContain(`${request}  4 days left  link not used`);
    const [link] = await linksTo(email);
    onDay(30);
    expect((await confirm(link)).body.error).toBe('link.expired');
    expect(await books(buyer)).toMatchObject({ balance: 120 });
    onDay(29);
    expect((await confirm(link)).status).toBe(200);
    expect(await desk()).not.toContain(request);
  });

  it('can be replaced by support, and the declaration still counts from its receipt', async () => {
    const { buyer, id, email, request } = await declared();
    onDay(60);
    expect(await desk('ask', request)).toBe(`${request} has a new link.`);
    await shop.test.runJobs();
    const links = await linksTo(email);
    expect(links).toHaveLength(2);
    expect((await confirm(links.at(-1))).status).toBe(200);
    await shop.test.runJobs();
    await shop.hook(id);
    expect(await refunds(id)).toHaveLength(1);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
    expect(await desk('ask', request)).toBe(`Nothing waits under ${request}.`);
  });

  it('can be sent to the buyer of an order that support has found, and to nobody else', async () => {
    const { buyer, paymentId } = await bought();
    const stranger = await shop.test.member();
    const request = await declare({ order_number: 'NOSUCH01' });
    onDay(20);
    expect(await desk('ask', request)).toBe(`Nothing waits under ${request}.`);
    expect(await desk('ask', request, stranger.id, paymentId)).toBe(`Nothing waits under ${request}.`);
    expect(await desk('ask', request, buyer.id, paymentId)).toBe(`${request} has a new link.`);
    await shop.test.runJobs();
    const [link] = await linksTo(await addressOf(buyer.id));
    expect((await confirm(link)).body.state).toBe('confirmed');
  });
});

describe('declarations without a login', () => {
  it('are deleted three years after receipt if about an order, and 90 days after the answer if not', async () => {
    const { request: unused } = await declared();
    const { email, request: used } = await declared();
    await confirm((await linksTo(email))[0]);
    const [answered, open] = [await declare(), await declare()];
    onDay(10);
    await desk('close', answered);
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
      (await desk()).split('\n').filter((line) => line.includes(first.buyer.id) || line.includes(second.buyer.id));
    const [older, newer] = await lines();
    expect([older, newer]).toEqual([
      expect.stringContaining('  9 days left  '),
      expect.stringContaining('  14 days left  '),
    ]);
    const id = older?.slice(0, 36);
    onDay(11);
    await runJob('warn-of-withdrawals');
    expect(alertsAbout(id)).toEqual([]);
    onDay(12);
    await runJob('warn-of-withdrawals');
    expect(alertsAbout(id)).toEqual([{ event: 'refund-due', withdrawal_id: id, days_left: 2 }]);
    expect(alertsAbout(newer?.slice(0, 36))).toEqual([]);
    onDay(14);
    expect((await lines())[0]).toContain('  OVERDUE by 1 day  ');
    await desk('paid', id ?? '');
    await runJob('warn-of-withdrawals');
    expect(alertsAbout(id)).toHaveLength(1);
  });

  it('may be a declaration, whose alert does not name the sender and stops once it is closed', async () => {
    const request = await declare({ order_number: 'NOSUCH02' });
    onDay(12);
    await runJob('warn-of-withdrawals');
    expect(alertsAbout(request)).toEqual([{ event: 'declaration-due', request_id: request, days_left: 2 }]);
    await desk('close', request);
    await runJob('warn-of-withdrawals');
    expect(alertsAbout(request)).toHaveLength(1);
  });
});
