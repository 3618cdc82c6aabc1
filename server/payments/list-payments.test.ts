import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { LiveEvent } from '../../contract/events.ts';
import { paymentsPageSize } from '../../contract/payments/limits.ts';
import { type Shop, openShop } from '../../tests/support/payments.ts';
import type { TestClient } from '../../tests/support/test-app.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Copies the member's only order; some copies have the same time. */
const copy = (buyer: TestClient, paymentId: string, count: number) =>
  shop.test.sql(
    `insert into payments (member_id, payment_id, bundle_id, credits, amount, currency, method, provider, status, created_at)
     select member_id, gen_random_uuid(), bundle_id, credits, amount, currency, method, provider, 'failed',
            created_at - (n / 2) * interval '1 hour'
       from payments, generate_series(1, $3) as n where member_id = $1 and payment_id = $2`,
    [buyer.id, paymentId, count],
  );

describe('the orders of a member', () => {
  it('are listed once each, latest first and page by page, and only to the member', async () => {
    const { buyer, paymentId } = await shop.pending();
    await copy(buyer, paymentId, 2 * paymentsPageSize);
    const first = (await buyer.call('listPayments')).body;
    const second = (await buyer.call('listPayments', { before: first.before })).body;
    const third = (await buyer.call('listPayments', { before: second.before })).body;
    expect([first, second, third].map(({ payments }) => payments.length)).toEqual([
      paymentsPageSize,
      paymentsPageSize,
      1,
    ]);
    expect(third.before).toBeNull();
    const all = [first, second, third].flatMap(({ payments }) => payments);
    expect(new Set(all.map(({ payment_id: id }) => id)).size).toBe(2 * paymentsPageSize + 1);
    expect(all.map(({ created_at: at }) => at)).toEqual(
      all
        .map(({ created_at: at }) => at)
        .toSorted()
        .toReversed(),
    );
    const alone = (await buyer.call('getPayment', { id: paymentId })).body.payment;
    expect(all.find(({ payment_id: id }) => id === paymentId)).toEqual(alone);
    const stranger = await shop.test.member();
    expect((await stranger.call('listPayments')).body).toEqual({ payments: [], before: null });
  });

  it('keep their place if a new order arrives between two pages', async () => {
    const { buyer, paymentId } = await shop.pending();
    await copy(buyer, paymentId, paymentsPageSize);
    const first = (await buyer.call('listPayments')).body;
    shop.test.clock.move(1_000);
    await shop.order(buyer);
    const second = (await buyer.call('listPayments', { before: first.before })).body;
    expect(second.payments).toHaveLength(1);
  });

  it('may have a legacy payment method, which is shown but cannot be chosen', async () => {
    const { buyer, paymentId } = await shop.pending();
    await shop.test.sql("update payments set method = 'giropay' where payment_id = $1", [paymentId]);
    const [payment] = (await buyer.call('listPayments')).body.payments;
    expect(payment).toMatchObject({ paymentmethod: 'giropay', status: 'pending' });
    for (const paymentmethod of ['giropay', 'sofort', 'maestro'])
      expect((await shop.order(buyer, { paymentmethod })).body['error']).toBe('payment.method');
  });
});

describe('open pages are told', () => {
  const heardOf = (buyer: TestClient): LiveEvent[] => {
    const heard: LiveEvent[] = [];
    shop.test.context.bus.subscribe(buyer.id, (event) => heard.push(event));
    return heard;
  };

  it.each(['paid', 'failed', 'canceled', 'expired'])('once when a payment is %s', async (status) => {
    const { buyer, paymentId, id } = await shop.pending();
    const heard = heardOf(buyer);
    await shop.control(id, { status });
    await shop.hook(id);
    await shop.hook(id);
    expect(heard.filter(({ type }) => type === 'payment')).toEqual([{ type: 'payment', payment: paymentId }]);
  });

  it('when money goes back, and the payment shows refunds and chargebacks separately', async () => {
    const { buyer, paymentId, id } = await shop.pending();
    await shop.control(id, { status: 'paid' });
    await shop.hook(id);
    const heard = heardOf(buyer);
    const seen = async () => (await buyer.call('getPayment', { id: paymentId })).body.payment;
    await shop.sandbox.call('POST', `/control/payments/${id}/refund`, { amount: { currency: 'EUR', value: '9.99' } });
    await shop.hook(id);
    expect(await seen()).toMatchObject({ refunded: 999, charged_back: 0, reversed: 999 });
    await shop.sandbox.call('POST', `/control/payments/${id}/chargeback`, {
      amount: { currency: 'EUR', value: '10.00' },
    });
    await shop.hook(id);
    expect(await seen()).toMatchObject({ refunded: 999, charged_back: 1_000, reversed: 1_999 });
    expect(heard.filter(({ type }) => type === 'payment').length).toBeGreaterThanOrEqual(2);
  });
});
