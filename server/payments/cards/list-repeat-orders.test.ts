import { afterAll, expect, it, vi } from 'vitest';

import { openShop } from '../../../tests/support/payments.ts';
import type { TestClient } from '../../../tests/support/test-app.ts';
import { cardsAt } from '../../../tests/support/stored-cards.ts';
import { dayMs } from '../../platform/clock.ts';
import { askAgainInMs, cardState, hasExpired } from './rules.ts';

const shop = await openShop();
afterAll(shop.close);

async function buy(buyer: TestClient, bundle: string, status = 'paid'): Promise<void> {
  const { body } = await shop.order(buyer, { bundle });
  const id = await shop.providerId(body.payment.payment_id);
  await shop.deliver(id, status);
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
    const { body: price } = await buyer.call('priceOrder', { bundle: order.bundle });
    // The week's spending and the check for direct debits belong to the price of one order, not to each in the list.
    expect(price).toEqual({ ...order.price, spending: price.spending, discount_used_by_account: false });
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
  await (await shop.test.member()).call('priceOrder', { bundle: 'small' });
  expect(times()).toBe(2);
});

it('a card that its network has renewed is shown as valid within a day', async () => {
  const cards = cardsAt(shop);
  const { buyer, card, mandateId } = await cards.withCard('expired');
  const shown = async () => (await list(buyer)).cards.map(({ id, state, expires }) => [id, state, expires]);
  expect(await shown()).toEqual([[card, 'expired', '2020-01']]);
  await shop.sandbox.call('PUT', `/control/mandates/${mandateId}`, { expiry: '2036-01-31' });
  shop.test.clock.move(dayMs);
  expect(await shown()).toEqual([[card, 'valid', '2036-01']]);
});

const now = new Date('2026-11-30T23:59:00Z');

it.each([
  [null, false],
  ['2026-12', false],
  ['2026-11', false],
  ['2026-10', true],
  ['2025-12', true],
])('a card that is valid until %s has expired in November 2026: %s', (expires, expired) => {
  expect(hasExpired(expires, now)).toBe(expired);
});

it.each([
  ['valid', '2030-01', 'valid'],
  ['valid', '2020-01', 'expired'],
  ['pending', '2020-01', 'pending'],
  ['invalid', '2030-01', 'invalid'],
  ['revoking', '2030-01', 'invalid'],
] as const)('a card that is %s until %s is shown as %s', (state, expires, shown) => {
  expect(cardState({ state, expires }, now)).toBe(shown);
});

it('a mandate is checked less and less often, and not after 30 days', () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  expect([0, hour, day, 30 * day, 30 * day + 1].map(askAgainInMs)).toEqual([
    minute,
    hour / 2,
    6 * hour,
    6 * hour,
    undefined,
  ]);
});
