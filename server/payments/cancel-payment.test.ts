import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { type Shop, openShop } from '../../tests/support/payments.ts';
import { cardsAt } from '../../tests/support/stored-cards.ts';
import type { TestClient } from '../../tests/support/test-app.ts';
import { dayMs } from '../platform/clock.ts';
import { ProviderFault } from './provider.ts';
import { providerNamed } from './providers.ts';
import { reconcilePayments } from './reconcile-payments.ts';

const cancel = (buyer: TestClient, id: string, key: string = randomUUID()) =>
  buyer.call('cancelPayment', { id, idempotency_key: key });

describe.each(['mollie', 'stripe'] as const)('an order that its member cancels, at %s', (name) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ providers: { default: name } });
  });
  afterAll(() => shop.close());
  afterEach(async () => {
    await shop.fault('none');
    shop.test.clock.set(new Date());
  });

  async function open(paymentmethod = 'ideal') {
    const buyer = await shop.newcomer();
    const { payment } = (await shop.order(buyer, { paymentmethod })).body;
    expect(payment).toMatchObject({ amount: 1_499, can_cancel: true });
    const paymentId = payment.payment_id;
    return { buyer, paymentId, id: await shop.providerId(paymentId) };
  }
  const pay = async (id: string) => {
    await shop.control(id, { status: 'paid' });
    await shop.hook(id);
  };
  const seenOf = async (id: string) => {
    const { body } = await shop.used.call(
      'GET',
      name === 'stripe' ? `/v1/checkout/sessions/${id}` : `/v2/payments/${id}`,
    );
    return body['status'] as string;
  };

  // Mollie cancels only transfers here; its other methods end by themselves.
  const cancelled = name === 'stripe' ? 'ideal' : 'wire_transfer';

  it('fails, is canceled at the provider and releases its discount at once', async () => {
    const { buyer, paymentId, id } = await open(cancelled);
    const key = randomUUID();
    const { status, body } = await cancel(buyer, paymentId, key);
    expect([status, body.payment.status, body.payment.can_cancel]).toEqual([200, 'failed', false]);
    await shop.test.runJobs();
    expect(await seenOf(id)).toBe(name === 'stripe' ? 'expired' : 'canceled');
    expect((await cancel(buyer, paymentId, key)).body).toEqual(body);
    expect((await cancel(buyer, paymentId)).body.payment.status).toBe('failed');
    expect((await buyer.call('getPayment', { id: paymentId })).body.redirect_url).toBeNull();
    expect((await shop.order(buyer)).body.payment.amount).toBe(1_499);
  });

  it('is canceled at the provider as soon as the provider answers', async () => {
    const { buyer, paymentId, id } = await open(cancelled);
    await shop.fault('error500');
    expect((await cancel(buyer, paymentId)).body.payment.status).toBe('failed');
    await shop.test.runJobs();
    await shop.fault('none');
    expect(await seenOf(id)).toBe('open');
    await shop.test.sql('update graphile_worker._private_jobs set run_at = now()');
    await shop.test.runJobs();
    expect(await seenOf(id)).toBe(name === 'stripe' ? 'expired' : 'canceled');
  });

  it('fails even if its provider cannot cancel it, and the provider is asked only once', async () => {
    const { buyer, paymentId, id } = await open();
    const asked: string[] = [];
    const provider = providerNamed(shop.test.context, name);
    const cancelAt = vi.spyOn(provider as NonNullable<typeof provider>, 'cancelPayment');
    cancelAt.mockImplementation(async (one) => {
      asked.push(one);
      throw new ProviderFault('refused', 'not cancelable');
    });
    await cancel(buyer, paymentId);
    await shop.test.runJobs();
    await shop.test.runJobs();
    cancelAt.mockRestore();
    expect(asked).toEqual([id]);
    expect((await buyer.call('getPayment', { id: paymentId })).body.payment.status).toBe('failed');
    await pay(id);
    expect(await shop.books(paymentId)).toMatchObject({ status: 'completed' });
  });

  it('has no pay page if it is ordered again with the same key', async () => {
    const buyer = await shop.newcomer();
    const key = randomUUID();
    const { body } = await shop.order(buyer, { idempotency_key: key });
    expect(body.redirect_url).toContain('/pay/');
    await cancel(buyer, body.payment.payment_id);
    expect((await shop.order(buyer, { idempotency_key: key })).body).toEqual({ ...body, redirect_url: null });
  });

  it('grants its credits once if the money arrives anyway', async () => {
    const { buyer, paymentId, id } = await open();
    await cancel(buyer, paymentId);
    await Promise.all([pay(id), pay(id), pay(id)]);
    expect((await buyer.call('getPayment', { id: paymentId })).body).toMatchObject({
      payment: { status: 'completed', offer_used: false },
      paid_user: true,
    });
    expect(await shop.books(paymentId)).toMatchObject({ status: 'completed', entries: 1, lots: 120 });
  });

  it('is refunded if the money arrives after another order has used its discount', async () => {
    const { buyer, paymentId, id } = await open();
    await cancel(buyer, paymentId);
    const next = (await shop.order(buyer)).body.payment;
    expect(next.amount).toBe(1_499);
    await pay(await shop.providerId(next.payment_id));
    await pay(id);
    await shop.test.runJobs();
    await shop.hook(id);
    const { body } = await buyer.call('getPayment', { id: paymentId });
    expect(body.payment).toMatchObject({ status: 'failed', offer_used: true, refunded: 1_499 });
    expect(await shop.books(paymentId)).toMatchObject({ lots: 0 });
    expect(await shop.books(next.payment_id)).toMatchObject({ status: 'completed', lots: 120 });
  });

  it('completes with its credits and its discount if it is paid at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { buyer, paymentId, id } = await open();
      await shop.control(id, { status: 'paid' });
      await Promise.all([cancel(buyer, paymentId), shop.hook(id), cancel(buyer, paymentId), shop.hook(id)]);
      await shop.hook(id);
      expect(await shop.books(paymentId)).toMatchObject({ status: 'completed', entries: 1, lots: 120 });
      const claims = await shop.test.sql('select 1 from discount_claims where member_id = $1 and released_at is null', [
        buyer.id,
      ]);
      expect(claims).toHaveLength(1);
      expect((await cancel(buyer, paymentId)).body.error).toBe('payment.not-cancellable');
    }
  });

  it('is still checked four days later, in case its provider could not cancel it', async () => {
    const { buyer, paymentId, id } = await open();
    await cancel(buyer, paymentId);
    shop.test.clock.move(3 * dayMs);
    await reconcilePayments(shop.test.context);
    await shop.control(id, { status: 'paid' });
    shop.test.clock.move(dayMs);
    await reconcilePayments(shop.test.context);
    expect(await shop.books(paymentId)).toMatchObject({ status: 'completed' });
  });

  it('cannot be canceled once its buyer has paid, even while the bank has not confirmed it', async () => {
    const { buyer, paymentId, id } = await open();
    await shop.control(id, { status: 'pending' });
    await shop.hook(id);
    expect((await buyer.call('getPayment', { id: paymentId })).body.payment).toMatchObject({
      status: 'pending',
      can_cancel: false,
    });
    expect((await cancel(buyer, paymentId)).body.error).toBe('payment.not-cancellable');
    await pay(id);
    expect(await shop.books(paymentId)).toMatchObject({ status: 'completed', lots: 120 });
  });

  it('must be the member’s own and unpaid', async () => {
    const { buyer, paymentId, id } = await open();
    expect((await cancel(await shop.newcomer(), paymentId)).body.error).toBe('payment.not-found');
    await pay(id);
    expect(await cancel(buyer, paymentId)).toMatchObject({
      status: 409,
      body: { error: 'payment.not-cancellable', message: 'This order can’t be cancelled any more.' },
    });
  });
});

it('a charge of a stored card cannot be canceled, since it is under way', async () => {
  const shop = await openShop();
  const { repeat, withCard } = cardsAt(() => shop);
  const { buyer, card } = await withCard();
  await shop.fault('error500');
  const { payment } = (await repeat(buyer, card)).body;
  expect((await cancel(buyer, payment.payment_id)).body.error).toBe('payment.not-cancellable');
  await shop.close();
});
