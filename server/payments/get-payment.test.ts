import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { type Shop, openShop } from '../../tests/support/payments.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
afterEach(() => shop.fault('none'));

describe('a payment', () => {
  it('is shown to its member only', async () => {
    const { buyer, paymentId } = await shop.pending();
    const stranger = await shop.test.member();
    const unknown = await stranger.call('getPayment', { id: randomUUID() });
    expect(unknown).toMatchObject({ status: 404, body: { error: 'payment.not-found' } });
    expect((await stranger.call('getPayment', { id: paymentId })).body).toEqual(unknown.body);
    expect((await shop.test.client().call('getPayment', { id: paymentId })).status).toBe(403);
    expect((await buyer.call('getPayment', { id: paymentId })).body.payment.payment_id).toBe(paymentId);
  });

  it('is the latest if no id is given, and is not found if nothing was ordered', async () => {
    const { buyer, paymentId } = await shop.pending();
    shop.test.clock.move(1_000);
    const later = (await shop.order(buyer)).body.payment.payment_id;
    expect(later).not.toBe(paymentId);
    expect((await buyer.call('getPayment')).body.payment.payment_id).toBe(later);
    expect((await (await shop.test.member()).call('getPayment')).status).toBe(404);
  });

  it('stays pending until the provider reports more, however often the page polls (MON-35)', async () => {
    const { buyer, paymentId } = await shop.pending();
    for (let poll = 0; poll < 5; poll += 1) {
      shop.test.clock.move(3_001);
      const { body } = await buyer.call('getPayment', { id: paymentId });
      expect(body).toMatchObject({ paid_user: false, payment: { status: 'pending' } });
    }
  });

  it('is checked at the provider while polled, at most every three seconds', async () => {
    const { buyer, paymentId, id } = await shop.pending();
    const poll = async () => (await buyer.call('getPayment', { id: paymentId })).body.payment.status;
    shop.test.clock.move(10_000);
    expect(await poll()).toBe('pending');
    await shop.control(id, { status: 'paid' });
    shop.test.clock.move(1_000);
    expect(await poll()).toBe('pending');
    shop.test.clock.move(2_001);
    expect(await Promise.all([poll(), poll(), poll()])).toContain('completed');
    expect(await shop.books(paymentId)).toEqual({ status: 'completed', entries: 1, lots: 120 });
  });

  it('is answered promptly with its last known state if the provider is slow or broken (FLT-07)', async () => {
    const { buyer, paymentId } = await shop.pending();
    await shop.fault('html');
    expect((await buyer.call('getPayment', { id: paymentId })).body.payment.status).toBe('pending');
    // Longer than the test timeout: the test passes only because nothing waits for the provider.
    await shop.fault('slow', { delay_ms: 120_000 });
    shop.test.clock.move(3_001);
    expect((await buyer.call('getPayment', { id: paymentId })).body.payment.status).toBe('pending');
  });
});
