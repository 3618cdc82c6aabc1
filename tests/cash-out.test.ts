import { randomUUID } from 'node:crypto';

import { afterAll, describe, expect, it } from 'vitest';

import { causes } from '../contract/credits/causes.ts';
import { giftPrices } from '../server/chat/gifts.data.ts';
import { openShop } from './support/payments.ts';
import { purchasesAt } from './support/purchases.ts';

const shop = await openShop();
afterAll(shop.close);

const { bought, withdraw, books, refunds } = purchasesAt(shop);
const price = 1_999;

describe('credits of several accounts of a person (ABU-12)', () => {
  it('never move to another account: a gift spends the giver’s, and its receiver gets none', async () => {
    const { buyer, paymentId } = await bought();
    const other = await shop.test.member();
    const before = await books(other);
    const gift = { profile: other.id, gift: 'rose', idempotency_key: randomUUID() };
    expect((await buyer.call('sendGift', gift)).body.credits).toBe(120 - giftPrices.rose);
    // Opening the gift and replying gives no credits either.
    await other.call('getChat', { profile: buyer.id });
    const thanks = { profile: buyer.id, text: 'Thank you', idempotency_key: randomUUID() };
    expect((await other.call('sendMessage', thanks)).status).toBe(200);
    expect(await books(other)).toEqual(before);
    // Credits spent on a gift are used and not refunded.
    const { body } = await withdraw(buyer, paymentId);
    expect([body.unused, body.amount]).toEqual([
      120 - giftPrices.rose,
      Math.ceil((price * (120 - giftPrices.rose)) / 120),
    ]);
  });

  it('never yield more money than was paid for them: a withdrawal leaves the start credits', async () => {
    const buyer = await shop.test.member();
    const { payment } = (await shop.order(buyer)).body;
    const id = await shop.providerId(payment.payment_id);
    await shop.control(id, { status: 'paid' });
    await shop.hook(id);
    expect(await books(buyer)).toMatchObject({ balance: 140, money: price });
    expect((await withdraw(buyer, payment.payment_id)).body).toMatchObject({ unused: 120, amount: price });
    await shop.test.runJobs();
    await shop.test.runJobs();
    expect((await refunds(id)).map(({ amount }) => amount.value)).toEqual(['19.99']);
    expect(await books(buyer)).toMatchObject({ balance: 20, lots: 20 });
    expect((await withdraw(buyer, payment.payment_id)).status).toBe(409);
  });

  it('leave an account only in ways that the database allows, and never to another account', async () => {
    const { id } = await shop.test.member();
    const accounts = ['member', 'sales', 'free_credits', 'usage'];
    const ways: string[] = [];
    for (const cause of causes)
      for (const to of accounts) {
        const entry = [id, randomUUID(), to, cause, randomUUID()];
        await shop.test
          .sql(
            `insert into ledger_entries (member_id, entry_id, number, from_account, to_account, amount, cause, cause_id, balance_after, created_at)
             values ($1, $2, 0, 'member', $3, 1, $4, $5, 0, now())`,
            entry,
          )
          .then(() => ways.push(`${cause} to ${to}`))
          .catch((error: unknown) => expect(String(error)).toContain('check constraint'));
      }
    expect(ways).toEqual([
      'signup_undone to free_credits',
      'message to usage',
      'photo to usage',
      'gift to usage',
      'refund to sales',
      'chargeback to sales',
    ]);
  });
});
