import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { eraseAccounts } from '../server/erasure/erase-accounts.ts';
import { reconcilePayments } from '../server/payments/reconcile-payments.ts';
import { dayMs, hourMs, minuteMs } from '../server/platform/clock.ts';
import { brokenInvariants, giveCredits, quickMember, sendText } from './support/chat.ts';
import { type Shop, openShop } from './support/payments.ts';
import { testPassword } from './support/test-app.ts';

/**
 * FLT-09: the app's clock is wrong by minutes or a day, behind or ahead, and is corrected later. The database's own
 * clock is right throughout.
 */
const faults = [
  ['ten minutes behind', -10 * minuteMs],
  ['ten minutes ahead', 10 * minuteMs],
  ['a day behind', -dayMs],
  ['a day ahead', dayMs],
] as const;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  expect(await brokenInvariants(shop.test)).toEqual([]);
  await shop.close();
});
afterEach(() => shop.test.clock.set(new Date()));

const wrong = (by: number): void => shop.test.clock.move(by);
const right = (): void => shop.test.clock.set(new Date());

async function tokenTo(email: string): Promise<string> {
  await shop.test.runJobs();
  const mail = (await shop.test.outbox()).find(({ to, text }) => to === email && text.includes('token='));
  return /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

describe.each(faults)('while the clock is %s (FLT-09)', (_name, by) => {
  it('messages stay in their order, none is missing, and the list shows the last one', async () => {
    const [ada, bo] = [await quickMember(shop.test, { credits: 50 }), await quickMember(shop.test, { credits: 50 })];
    await sendText(bo, { profile: ada.id }, 'one');
    wrong(by);
    await sendText(bo, { profile: ada.id }, 'two');
    const shown = async () => (await ada.call('listChats')).body.chats[0];
    expect(await shown()).toMatchObject({ conversation: { last_text: 'two' }, num_unread_messages: 2 });
    right();
    await sendText(bo, { profile: ada.id }, 'three');
    expect(await shown()).toMatchObject({ conversation: { last_text: 'three' }, num_unread_messages: 3 });
    const { messages } = (await ada.call('getChat', { profile: bo.id })).body;
    expect(messages.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    expect(await shown()).toMatchObject({ num_unread_messages: 0 });
  });

  it('a retried message is sent and charged once', async () => {
    const [ada, bo] = [await quickMember(shop.test, { credits: 50 }), await quickMember(shop.test)];
    const key = randomUUID();
    const send = () => sendText(ada, { profile: bo.id }, 'once', key);
    const first = (await send()).body;
    wrong(by);
    expect((await send()).body).toEqual(first);
    right();
    expect((await send()).body).toEqual(first);
  });

  it('a payment is credited once, whichever clock it was made, paid or queried by', async () => {
    const before = await shop.pending();
    wrong(by);
    const during = await shop.pending();
    for (const { id } of [before, during]) await shop.control(id, { status: 'paid' });
    for (const { id } of [before, during]) await shop.hook(id);
    right();
    for (const { id } of [before, during]) await shop.hook(id);
    await reconcilePayments(shop.test.context);
    for (const { paymentId } of [before, during])
      expect(await shop.books(paymentId)).toEqual({ status: 'completed', entries: 1, lots: 120 });
  });

  it('the time bonus keeps its end and is created once', async () => {
    const ada = await shop.newcomer();
    const bonus = async () => (await ada.call('getDiscountCode', { timebonus: true })).body.expires;
    const end = await bonus();
    wrong(by);
    await bonus();
    right();
    expect(await bonus()).toBe(end);
    expect(await shop.test.sql('select 1 from time_bonuses where member_id = $1', [ada.id])).toHaveLength(1);
  });

  it('a used link stays used, and an unused one works once the clock is right', async () => {
    const [used, kept] = [`${randomUUID()}@example.org`, `${randomUUID()}@example.org`];
    for (const email of [used, kept]) await shop.test.member({ email });
    const tokens = [];
    for (const email of [used, kept]) {
      await shop.test.client().call('requestPasswordReset', { email });
      tokens.push(await tokenTo(email));
    }
    const reset = async (token = '') =>
      (await shop.test.client().call('resetPassword', { token, password: 'another quiet evening here' })).status;
    expect(await reset(tokens[0])).toBe(200);
    wrong(by);
    await shop.test.runJobs();
    expect(await reset(tokens[0])).toBe(410);
    right();
    expect([await reset(tokens[0]), await reset(tokens[1]), await reset(tokens[1])]).toEqual([410, 200, 410]);
  });

  it('nobody is logged out, and nobody is erased before their 14 days are over', async () => {
    const [ada, leaver] = [await shop.test.member(), await shop.test.member()];
    await leaver.call('deleteAccount', { password: testPassword });
    shop.test.clock.move(12 * dayMs);
    wrong(by);
    await eraseAccounts(shop.test.context);
    expect((await ada.call('getUser')).status).toBe(200);
    right();
    expect((await ada.call('getUser')).status).toBe(200);
    const [row] = await shop.test.sql('select status from members where member_id = $1', [leaver.id]);
    expect(row).toEqual({ status: 'pending_deletion' });
  });

  it('credits that are given and spent add up', async () => {
    const [ada, bo] = [await quickMember(shop.test, { credits: 10 }), await quickMember(shop.test)];
    const { message_credits: price } = (await ada.call('getSettings')).body;
    wrong(by);
    await giveCredits(shop.test, ada.id, 10);
    await sendText(ada, { profile: bo.id }, 'during');
    right();
    await sendText(ada, { profile: bo.id }, 'after');
    expect((await ada.call('getChat', { profile: bo.id })).body.credits).toBe(20 - 2 * price);
  });
});

describe('a webhook with a signature (FLT-09)', () => {
  it.each([
    ['made now', 0, 200],
    ['made four minutes ago', 4 * minuteMs, 200],
    ['made an hour ago', hourMs, 400],
  ])('%s is judged only by the clock of the app', async (_name, ageMs, status) => {
    for (const [, by] of faults) {
      wrong(by);
      expect((await shop.stripeHook({ object: 'checkout.session', id: 'cs_none' }, { ageMs })).statusCode).toBe(status);
      right();
    }
  });
});
