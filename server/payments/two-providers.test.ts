import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { type Shop, openShop } from '../../tests/support/payments.ts';
import type { PaymentProvider } from './provider.ts';
import { getProviderState } from './provider-state.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ providers: { default: 'mollie', credit_card: 'stripe', paypal: 'stripe' } });
});
afterAll(() => shop.close());

const both = { default: 'mollie', credit_card: 'stripe', paypal: 'stripe' } as const;
const paidOnce = { status: 'completed', entries: 1, lots: 120 };
const unpaid = { status: 'pending', entries: 0, lots: 0 };

/** The events of the warnings logged while `work` runs. */
async function warnings(work: () => Promise<unknown>): Promise<unknown[]> {
  const warn = vi.spyOn(shop.test.context.log, 'warn');
  await work();
  const events = warn.mock.calls.map(([facts]) => (facts as { event?: string }).event);
  warn.mockRestore();
  return events;
}

/** A pending card payment, created at Stripe. */
async function cardPayment() {
  const buyer = await shop.test.member();
  const { payment } = (await shop.order(buyer, { paymentmethod: 'credit_card' })).body;
  return { buyer, paymentId: payment.payment_id, id: await shop.providerId(payment.payment_id) };
}

const setPaid = (id: string, body: object = {}) =>
  shop.stripe.call('PUT', `/control/payments/${id}`, { status: 'paid', webhooks: { times: 0 }, ...body });

describe('a site with two providers', () => {
  afterEach(async () => {
    await shop.sandbox.call('PUT', '/control/faults', { mode: 'none' });
    await shop.stripe.call('PUT', '/control/faults', { mode: 'none' });
    shop.test.clock.move(61_000);
  });

  const offer = async () => (await shop.test.client().call('listBundles', { country: 'NL' })).body;

  it('orders with each payment method at the provider that the site uses for it', async () => {
    expect((await cardPayment()).id).toMatch(/^cs_test_/);
    expect((await shop.pending()).id).toMatch(/^tr_/);
    const { paymentmethods, methods_missing: missing } = await offer();
    expect(paymentmethods).toEqual(expect.arrayContaining(['ideal', 'credit_card', 'paypal', 'visa']));
    expect(missing).toBe(false);
  });

  it.each([
    ['stripe', 'ideal', 'credit_card'],
    ['mollie', 'credit_card', 'ideal'],
  ] as const)('hides the methods of %s during its outage, and reports missing methods', async (down, stays, goes) => {
    await offer();
    shop.test.clock.move(61_000);
    const sandbox = down === 'stripe' ? shop.stripe : shop.sandbox;
    await sandbox.call('PUT', '/control/faults', { mode: 'error500' });
    const less = await offer();
    expect(less.paymentmethods).toContain(stays);
    expect(less.paymentmethods).not.toContain(goes);
    expect(less.methods_missing).toBe(true);
    await sandbox.call('PUT', '/control/faults', { mode: 'none' });
    shop.test.clock.move(6_000);
    expect(await offer()).toMatchObject({
      paymentmethods: expect.arrayContaining([stays, goes]) as string[],
      methods_missing: false,
    });
  });

  it('lists the methods of one provider without waiting for a slow one', async () => {
    await shop.setPrice('grand', 'BE', 9_500);
    // Longer than the test timeout: the test passes only because nothing waits for the provider.
    await shop.stripe.call('PUT', '/control/faults', { mode: 'slow', delay_ms: 120_000 });
    const { body } = await shop.test.client().call('listBundles', { country: 'BE' });
    expect(body.paymentmethods).toContain('bancontact');
    expect(body.methods_missing).toBe(true);
  });

  it('never moves a payment to the other provider, even if the setting changes before its creation', async () => {
    const { paymentId, id } = await cardPayment();
    const buyer = await shop.test.member();
    await buyer.call('listBundles');
    await shop.stripe.call('PUT', '/control/faults', { mode: 'error500' });
    const cut = (await shop.order(buyer, { paymentmethod: 'credit_card' })).body.payment.payment_id;
    expect(await shop.providerId(cut)).toBe('');
    await shop.stripe.call('PUT', '/control/faults', { mode: 'none' });
    await shop.setProviders({ default: 'mollie' });
    await setPaid(id);
    shop.test.clock.move(61_000);
    await reconcilePayments(shop.test.context);
    expect(await shop.books(paymentId)).toEqual(paidOnce);
    expect(await shop.providerId(cut)).toMatch(/^cs_test_/);
    expect(await shop.made(cut)).toBe(0);
    const [row] = await shop.test.sql('select provider from payments where payment_id = $1', [cut]);
    expect(row).toEqual({ provider: 'stripe' });
    await shop.setProviders(both);
  });

  it('ignores a webhook of one provider about a payment of the other', async () => {
    const { paymentId, id } = await cardPayment();
    await setPaid(id);
    await shop.hook(id, '', 'mollie');
    expect(await shop.books(paymentId)).toEqual(unpaid);
  });

  it('skips an unknown provider in its settings', async () => {
    await shop.setProviders({ ...both, ideal: 'another' as never });
    expect((await shop.pending()).id).toMatch(/^tr_/);
    await shop.setProviders(both);
  });

  it('neither offers nor accepts a method of a provider that is not configured', async () => {
    const providers = getProviderState(shop.test.context).providers as Map<string, PaymentProvider>;
    const stripe = providers.get('stripe')!;
    providers.delete('stripe');
    const { paymentmethods, methods_missing: missing } = await offer();
    expect(paymentmethods).not.toContain('credit_card');
    expect(missing).toBe(true);
    const answer = await shop.order(await shop.test.member(), { paymentmethod: 'credit_card' });
    expect(answer.body).toMatchObject({ error: 'payment.method' });
    providers.set('stripe', stripe);
  });
});

describe('a signed webhook', () => {
  let paymentId: string;
  let id: string;
  beforeEach(async () => {
    ({ paymentId, id } = await cardPayment());
    await setPaid(id);
  });
  const session = () => ({ object: 'checkout.session', id });

  it.each([299, 300])('settles a payment if it is %i seconds old (MON-16)', async (seconds) => {
    // The clock is frozen, so that the age is exact on a busy machine, too.
    const held = vi.spyOn(shop.test.clock, 'now').mockReturnValue(shop.test.clock.now());
    const answer = await shop.stripeHook(session(), { ageMs: seconds * 1_000 }).finally(() => held.mockRestore());
    expect(answer.json()).toEqual({ ok: true });
    expect(await shop.books(paymentId)).toEqual(paidOnce);
  });

  it('settles a payment with either of two secrets (MON-16)', async () => {
    expect((await shop.stripeHook(session(), { secret: 'whsec_next' })).statusCode).toBe(200);
    expect(await shop.books(paymentId)).toEqual(paidOnce);
  });

  it.each([
    ['is 301 seconds old', { ageMs: 301_000 }],
    ['is signed with another secret', { secret: 'whsec_other' }],
  ])('that %s is refused without effect and with one line in the log (MON-16)', async (_why, how) => {
    let status = 0;
    const events = await warnings(async () => {
      status = (await shop.stripeHook(session(), how)).statusCode;
    });
    expect(status).toBe(400);
    expect(events).toEqual(['payment-webhook-refused']);
    expect(await shop.books(paymentId)).toEqual(unpaid);
  });

  it.each([
    ['a wrong signature', { 'stripe-signature': 't=1,v1=00' }, 'application/json'],
    ['no signature', {}, 'application/json'],
    ['the form of the other provider', {}, 'application/x-www-form-urlencoded'],
  ])('with %s is refused, too (MON-16)', async (_why, headers, type) => {
    const payload = type === 'application/json' ? JSON.stringify({ data: { object: session() } }) : `id=${id}`;
    const events = await warnings(async () => {
      const answer = await shop.test.app.server.inject({
        method: 'POST',
        url: '/api/payment-webhook.php?provider=stripe',
        headers: { host: 'localhost', 'content-type': type, ...headers },
        payload,
      });
      expect(answer.statusCode).toBe(400);
    });
    expect(events).toEqual(['payment-webhook-refused']);
    expect(await shop.books(paymentId)).toEqual(unpaid);
  });

  it('is refused if it is too large, before its signature is checked', async () => {
    const answer = await shop.stripeHook({ ...session(), more: 'x'.repeat(200_000) });
    expect(answer.json()).toMatchObject({ error: 'request.too-large' });
    expect(await shop.books(paymentId)).toEqual(unpaid);
  });

  it('about a charge or a payment intent leads to the payment of its session', async () => {
    const { body } = await shop.stripe.call('GET', `/v1/checkout/sessions/${id}`);
    const intent = body['payment_intent'] as string;
    await shop.stripeHook({ object: 'payment_intent', id: intent }, { type: 'payment_intent.succeeded' });
    expect(await shop.books(paymentId)).toEqual(paidOnce);
    await shop.stripe.call('POST', `/control/payments/${id}/refund`, { amount: { currency: 'EUR', value: '5.00' } });
    await shop.stripeHook({ object: 'charge', id: 'ch_1', payment_intent: intent }, { type: 'charge.refunded' });
    const [row] = await shop.test.sql('select refunded from payments where payment_id = $1', [paymentId]);
    expect(row).toEqual({ refunded: 500 });
  });

  it('about a dispute is judged by the current dispute, not by the name of the event', async () => {
    await shop.stripeHook(session());
    const chargedBack = async () => {
      const [row] = await shop.test.sql<{ minor: number }>(
        'select charged_back as minor from payments where payment_id = $1',
        [paymentId],
      );
      return row?.minor;
    };
    const { body } = await shop.stripe.call('POST', `/control/payments/${id}/chargeback`, {
      status: 'warning_needs_response',
      type: 'charge.dispute.funds_withdrawn',
    });
    const dispute = { object: 'dispute', id: body['id'] as string, payment_intent: body['payment_intent'] as string };
    await shop.stripeHook({ ...dispute, status: 'lost' }, { type: 'charge.dispute.funds_withdrawn' });
    expect(await chargedBack()).toBe(0);
    const lost = { status: 'lost', type: 'charge.dispute.funds_reinstated', await: true };
    const told = await shop.stripe.call('PUT', `/control/disputes/${body['id']}`, lost);
    expect(told.body['webhooks'].delivered).toMatchObject([{ status: 200 }]);
    await shop.stripeHook({ ...dispute, status: 'won' }, { type: 'charge.dispute.funds_reinstated' });
    expect(await chargedBack()).toBe(1_999);
  });
});
