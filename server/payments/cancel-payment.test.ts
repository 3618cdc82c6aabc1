import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';

import { type Shop, openShop } from '../../tests/support/payments.ts';
import { purchasesAt } from '../../tests/support/purchases.ts';
import { cardsAt } from '../../tests/support/stored-cards.ts';
import type { TestClient } from '../../tests/support/test-app.ts';
import { dayMs } from '../platform/clock.ts';
import { ProviderFault } from './provider.ts';
import { providerNamed } from './providers.ts';
import { reconcilePayments } from './reconcile-payments.ts';

const cancel = (buyer: TestClient, id: string, key: string = randomUUID()) =>
  buyer.call('cancelPayment', { id, idempotency_key: key });

const atProvider = (shop: Shop, name: 'mollie' | 'stripe') => ({
  // Mollie cancels only transfers here; its other methods end automatically.
  cancellable: name === 'stripe' ? 'ideal' : 'wire_transfer',
  ended: name === 'stripe' ? 'expired' : 'canceled',
  getProviderState: async (id: string): Promise<unknown> =>
    (await shop.used.call('GET', name === 'stripe' ? `/v1/checkout/sessions/${id}` : `/v2/payments/${id}`)).body[
      'status'
    ],
});

describe.each(['mollie', 'stripe'] as const)('an order that its member cancels, at %s', async (name) => {
  const shop = await openShop({ providers: { default: name } });
  afterAll(shop.close);
  afterEach(async () => {
    await shop.fault('none');
    shop.test.clock.set(new Date());
  });

  async function open(paymentmethod = 'ideal') {
    const made = await shop.pending(await shop.newcomer(), { paymentmethod });
    expect(made.payment).toMatchObject({ amount: 1_499, can_cancel: true });
    return made;
  }
  const { cancellable, ended, getProviderState } = atProvider(shop, name);

  it('fails, is canceled at the provider and releases its discount at once', async () => {
    const { buyer, paymentId, id } = await open(cancellable);
    const key = randomUUID();
    const { status, body } = await cancel(buyer, paymentId, key);
    expect([status, body.payment.status, body.payment.can_cancel]).toEqual([200, 'failed', false]);
    await shop.test.runJobs();
    expect(await getProviderState(id)).toBe(ended);
    expect((await cancel(buyer, paymentId, key)).body).toEqual(body);
    expect((await cancel(buyer, paymentId)).body.payment.status).toBe('failed');
    expect((await shop.look(buyer, paymentId)).redirect_url).toBeNull();
    expect((await shop.order(buyer)).body.payment.amount).toBe(1_499);
  });

  it('is canceled at the provider as soon as the provider responds', async () => {
    const { buyer, paymentId, id } = await open(cancellable);
    await shop.fault('error500');
    expect((await cancel(buyer, paymentId)).body.payment.status).toBe('failed');
    await shop.test.runJobs();
    await shop.fault('none');
    expect(await getProviderState(id)).toBe('open');
    await shop.test.sql('update graphile_worker._private_jobs set run_at = now()');
    await shop.test.runJobs();
    expect(await getProviderState(id)).toBe(ended);
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
    expect((await shop.look(buyer, paymentId)).payment.status).toBe('failed');
    await shop.settle(id);
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
    await Promise.all([shop.settle(id), shop.settle(id), shop.settle(id)]);
    expect(await shop.look(buyer, paymentId)).toMatchObject({
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
    await shop.settle(await shop.providerId(next.payment_id));
    await shop.settle(id);
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
    await shop.settle(id, 'pending');
    expect((await shop.look(buyer, paymentId)).payment).toMatchObject({ status: 'pending', can_cancel: false });
    expect((await cancel(buyer, paymentId)).body.error).toBe('payment.not-cancellable');
    await shop.settle(id);
    expect(await shop.books(paymentId)).toMatchObject({ status: 'completed', lots: 120 });
  });

  it('must be the member’s own and unpaid', async () => {
    const { buyer, paymentId, id } = await open();
    expect((await cancel(await shop.newcomer(), paymentId)).body.error).toBe('payment.not-found');
    await shop.settle(id);
    expect(await cancel(buyer, paymentId)).toMatchObject({
      status: 409,
      body: { error: 'payment.not-cancellable', message: 'This order can’t be cancelled any more.' },
    });
  });
});

it('a charge of a stored card cannot be canceled, since it is under way', async () => {
  const shop = await openShop();
  const { repeat, withCard } = cardsAt(shop);
  const { buyer, card } = await withCard();
  await shop.fault('error500');
  const { payment } = (await repeat(buyer, card)).body;
  expect((await cancel(buyer, payment.payment_id)).body.error).toBe('payment.not-cancellable');
  await shop.close();
});

describe.each(['mollie', 'stripe'] as const)('an open order of a member who leaves, at %s', async (name) => {
  const shop = await openShop({ providers: { default: name } });
  afterAll(shop.close);

  const pay = async (id: string) => {
    await shop.settle(id);
    await shop.test.runJobs();
    await shop.hook(id);
  };
  const findOrder = (paymentId: PaymentId) =>
    shop.first(
      `select p.status, p.refunded, w.balance, x.state as withdrawal,
              (select count(*)::int from withdrawal_tasks t where t.member_id = p.member_id) as tasks,
              (select count(*)::int from stored_cards c where c.member_id = p.member_id) as cards
         from payments p join wallets w using (member_id) left join withdrawals x using (member_id, payment_id)
        where payment_id = $1`,
      [paymentId],
    );
  const { faults } = purchasesAt(shop);
  const { cancellable, ended, getProviderState } = atProvider(shop, name);

  it('is canceled here and at the provider', async () => {
    const { buyer, paymentId, id } = await shop.pending(undefined, { paymentmethod: cancellable });
    await shop.leave(buyer);
    expect(await findOrder(paymentId)).toMatchObject({ status: 'failed' });
    expect(await getProviderState(id)).toBe(ended);
  });

  it('completes if it is paid while the member can still come back', async () => {
    const { buyer, paymentId, id } = await shop.pending();
    await shop.leave(buyer);
    await pay(id);
    expect(await findOrder(paymentId)).toMatchObject({ status: 'completed', refunded: 0, withdrawal: null });
  });

  it('is refunded and logged if its money arrives after the erasure', async () => {
    const byCard = { paymentmethod: 'credit_card' };
    const { buyer, paymentId, id } = await shop.pending(undefined, byCard, { store_card: true });
    await shop.leave(buyer);
    await shop.erase();
    const wallet = 'select balance from wallets where member_id = $1';
    const balance = await shop.value<number>(wallet, [buyer.id]);
    const warned = vi.spyOn(shop.test.context.log, 'warn');
    await Promise.all([pay(id), pay(id)]);
    const facts = warned.mock.calls.map(([first]) => first);
    warned.mockRestore();
    expect(facts.filter((one) => (one as { event?: string }).event === 'payment-after-erasure')).toHaveLength(1);
    const refunded = { status: 'completed', refunded: 1_999, withdrawal: 'refunded' };
    expect(await findOrder(paymentId)).toEqual({ ...refunded, balance, tasks: 0, cards: 0 });
    expect(await faults(name)).toEqual([]);
  });

  it('becomes a support task if its refund after the erasure fails', async () => {
    const { buyer, paymentId, id } = await shop.pending();
    await shop.leave(buyer);
    await shop.erase();
    await pay(id);
    const refund = await shop.value<string>('select reversal_id from reversals where payment_id = $1', [paymentId]);
    expect((await shop.failRefund(id, refund)).status).toBe(200);
    await shop.hook(id);
    expect(await findOrder(paymentId)).toMatchObject({ refunded: 0, withdrawal: 'by_hand', tasks: 1 });
    expect(await faults(name)).toEqual([]);
  });
});

it('a bank transfer that arrives after the erasure becomes a support task', async () => {
  const shop = await openShop();
  const { buyer, paymentId, id } = await shop.pending(undefined, { paymentmethod: 'wire_transfer' });
  await shop.leave(buyer);
  await shop.erase();
  await shop.settle(id);
  await shop.test.runJobs();
  const tasks = await shop.test.sql('select 1 from withdrawal_tasks where member_id = $1', [buyer.id]);
  expect(tasks).toHaveLength(1);
  expect(await shop.books(paymentId)).toMatchObject({ status: 'completed', lots: 0 });
  await shop.close();
});
