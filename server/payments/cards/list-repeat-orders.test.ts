import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { type Shop, openShop } from '../../../tests/support/payments.ts';
import type { TestClient } from '../../../tests/support/test-app.ts';
import { cardsAt } from '../../../tests/support/stored-cards.ts';
import { dayMs } from '../../platform/clock.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function buy(buyer: TestClient, bundle: string, status = 'paid'): Promise<void> {
  const { body } = await shop.order(buyer, { bundle });
  const id = await shop.providerId(body.payment.payment_id);
  await shop.control(id, { status, webhooks: { times: 1 }, await: true });
  shop.test.clock.move(dayMs);
}

const list = async (buyer: TestClient) => (await buyer.call('listRepeatOrders')).body;

it('each bought bundle is listed once, by its latest order, with its current price', async () => {
  const buyer = await shop.test.member();
  expect(await list(buyer)).toEqual({ orders: [], cards: [] });
  for (const bundle of ['large', 'small', 'medium', 'small']) await buy(buyer, bundle);
  await buy(buyer, 'grand', 'failed');
  const { orders } = await list(buyer);
  expect(orders.map(({ bundle }) => bundle)).toEqual(['small', 'medium', 'large']);
  for (const order of orders) {
    const { body: quote } = await buyer.call('quoteOrder', { bundle: order.bundle });
    // The week's spending and the check for direct debits belong to a single quote, not to each in the list.
    expect(quote).toEqual({ ...order.quote, spending: quote.spending, discount_used_by_account: false });
  }
  expect(await list(await shop.test.member())).toEqual({ orders: [], cards: [] });
});

it('a bundle that is no longer sold to the member is left out', async () => {
  const buyer = await shop.test.member();
  await buy(buyer, 'small');
  await buy(buyer, 'medium');
  await shop.test.sql("update payments set bundle_id = 'gone' where member_id = $1 and bundle_id = 'medium'", [
    buyer.id,
  ]);
  expect((await list(buyer)).orders.map(({ bundle }) => bundle)).toEqual(['small']);
});

it('the discount that a member has without a code is read once for all bundles', async () => {
  const buyer = await shop.test.member();
  for (const bundle of ['large', 'small', 'medium']) await buy(buyer, bundle);
  const first = vi.spyOn(shop.test.context.database, 'first');
  const times = () => first.mock.calls.filter(([statement]) => statement.name === 'discounts.find-time-bonus').length;
  expect((await list(buyer)).orders).toHaveLength(3);
  expect(times()).toBe(1);
  await (await shop.test.member()).call('quoteOrder', { bundle: 'small' });
  expect(times()).toBe(2);
});

it('a card that its network has renewed is shown as valid within a day', async () => {
  const cards = cardsAt(() => shop);
  const { buyer, card, mandateId } = await cards.withCard('expired');
  const shown = async () => (await list(buyer)).cards.map(({ id, state, expires }) => [id, state, expires]);
  expect(await shown()).toEqual([[card, 'expired', '2020-01']]);
  await shop.sandbox.call('PUT', `/control/mandates/${mandateId}`, { expiry: '2036-01-31' });
  shop.test.clock.move(dayMs);
  expect(await shown()).toEqual([[card, 'valid', '2036-01']]);
});
