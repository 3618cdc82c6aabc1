import { randomUUID } from 'node:crypto';

import { afterAll, describe, expect, it } from 'vitest';

import { openShop } from '../../../tests/support/payments.ts';
import type { TestClient } from '../../../tests/support/test-app.ts';
import { hourMs } from '../../platform/clock.ts';

const shop = await openShop();
afterAll(shop.close);

/** The price of the bundle `medium`, in cents. */
const price = 1_999;
const day = 24 * hourMs;

const limited = async (limit: number | null): Promise<TestClient> => {
  const buyer = await shop.test.member();
  await buyer.call('setSpendingLimit', { limit });
  return buyer;
};

const isPlaced = ({ status }: { status: number }) => status === 200;

describe('a spending limit', () => {
  it('is never exceeded by 20 orders at once', async () => {
    const buyer = await limited(3 * price + 50);
    const orders = await Promise.all(Array.from({ length: 20 }, () => shop.order(buyer)));
    expect(orders.filter(isPlaced)).toHaveLength(3);
    for (const { status, body } of orders.filter((order) => !isPlaced(order))) {
      expect(status).toBe(422);
      expect(body).toMatchObject({ error: 'payment.limit', fields: { bundle: 'payment.limit' }, left: 50 });
    }
    const { body } = await buyer.call('getSpending');
    expect(body).toMatchObject({ limit: 3 * price + 50, spent: 3 * price, left: 50, currency: 'EUR' });
  });

  it('lets an order be repeated with its key, even if another order would exceed the limit', async () => {
    const buyer = await limited(price);
    const key = { idempotency_key: randomUUID() };
    const first = await shop.order(buyer, key);
    expect((await shop.order(buyer, key)).body).toEqual(first.body);
    expect((await shop.order(buyer)).body.error).toBe('payment.limit');
  });

  it('counts open and completed orders of seven days, but no failed orders and no returned money', async () => {
    const buyer = await limited(price);
    const failed = (await shop.order(buyer)).body.payment.payment_id;
    const failedId = await shop.providerId(failed);
    await shop.settle(failedId, 'failed');
    const { id } = await shop.paid(buyer);
    expect((await shop.order(buyer)).body.error).toBe('payment.limit');
    await shop.refundAndHook(id, 1999);
    expect((await buyer.call('getSpending')).body).toMatchObject({ spent: 0, left: price });
    expect((await shop.order(buyer)).status).toBe(200);
    shop.test.clock.move(7 * day + 1_000);
    expect((await shop.order(buyer)).status).toBe(200);
  });

  it('is lowered at once and raised after 24 hours', async () => {
    const buyer = await limited(price);
    const raised = (await buyer.call('setSpendingLimit', { limit: 2 * price })).body;
    expect(raised).toMatchObject({ limit: price, next: { limit: 2 * price } });
    shop.test.clock.move(12 * hourMs);
    // Asking again does not restart the wait.
    expect((await buyer.call('setSpendingLimit', { limit: 2 * price })).body.next).toEqual(raised.next);
    shop.test.clock.move(12 * hourMs);
    expect((await buyer.call('getSpending')).body).toMatchObject({ limit: 2 * price, next: null });
    await buyer.call('setSpendingLimit', { limit: null });
    expect((await buyer.call('setSpendingLimit', { limit: 10 })).body).toMatchObject({ limit: 10, next: null });
    shop.test.clock.move(2 * day);
    expect((await buyer.call('getSpending')).body).toMatchObject({ limit: 10, next: null });
  });

  it('is shown with the price of an order', async () => {
    const buyer = await limited(5_000);
    const { body } = await buyer.call('priceOrder', { bundle: 'medium' });
    expect(body).toMatchObject({ total: price, spending: { limit: 5_000, left: 5_000, spent: 0, currency: 'EUR' } });
  });

  it('applies only to the member who set it, and is in the currency of the member’s country', async () => {
    const other = await shop.test.member({ country: 'SE', town: 'se-stockholm' });
    await limited(0);
    expect((await other.call('getSpending')).body).toMatchObject({ currency: 'SEK', limit: null, left: null });
    expect((await shop.order(other)).status).toBe(422);
    expect((await other.call('setSpendingLimit', {})).body.fields).toEqual({ limit: 'field.missing' });
  });
});

describe('a break', () => {
  it('refuses every order for a week, and cannot be ended early', async () => {
    const buyer = await limited(null);
    const { body } = await buyer.call('setSpendingLimit', { take_break: true });
    expect(body).toMatchObject({ limit: 0, left: 0 });
    await buyer.call('setSpendingLimit', { limit: null });
    shop.test.clock.move(6 * day);
    expect((await buyer.call('setSpendingLimit', { take_break: true })).body.break_until).toBe(body.break_until);
    expect((await shop.order(buyer)).body.error).toBe('payment.limit');
    shop.test.clock.move(day + 1_000);
    expect((await shop.order(buyer)).status).toBe(200);
  });
});
