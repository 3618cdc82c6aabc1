import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { openShop } from '../../tests/support/payments.ts';
import type { PaymentProvider } from './provider.ts';
import { getProviderState, providerNamed } from './providers.ts';
import { reconcilePayments } from './reconcile-payments.ts';

const shop = await openShop({ providers: { default: 'mollie', credit_card: 'stripe', paypal: 'stripe' } });
afterAll(shop.close);

const both = { default: 'mollie', credit_card: 'stripe', paypal: 'stripe' } as const;
const paidOnce = { status: 'completed', entries: 1, lots: 120 };
const unpaid = { status: 'pending', entries: 0, lots: 0 };

/** Lists the events of the warnings logged while `work` runs. */
async function warnings(work: () => Promise<unknown>): Promise<unknown[]> {
  const warn = vi.spyOn(shop.test.context.log, 'warn');
  await work();
  const events = warn.mock.calls.map(([facts]) => (facts as { event?: string }).event);
  warn.mockRestore();
  return events;
}

/** Places a pending card payment, created at Stripe. */
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
    expect(await shop.value('select provider from payments where payment_id = $1', [cut])).toBe('stripe');
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
  let paymentId: PaymentId;
  let id: string;
  beforeEach(async () => {
    ({ paymentId, id } = await cardPayment());
    await setPaid(id);
  });
  const session = () => ({ object: 'checkout.session', id });

  it.each([
    ['is 299 seconds old', { ageMs: 299_000 }],
    ['is 300 seconds old', { ageMs: 300_000 }],
    ['is signed with the other of two secrets', { secret: 'whsec_next' }],
  ])('settles a payment if it %s (MON-16)', async (_why, how) => {
    // The clock is frozen, so that the age is also exact on a busy machine.
    const held = vi.spyOn(shop.test.clock, 'now').mockReturnValue(shop.test.clock.now());
    const answer = await shop.stripeHook(session(), how).finally(() => held.mockRestore());
    expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }]);
    expect(await shop.books(paymentId)).toEqual(paidOnce);
  });

  const inject = (headers: object, type = 'application/json') =>
    shop.test.app.server.inject({
      method: 'POST',
      url: '/api/payment-webhook.php?provider=stripe',
      headers: { host: 'localhost', 'content-type': type, ...headers },
      payload: type === 'application/json' ? JSON.stringify({ data: { object: session() } }) : `id=${id}`,
    });

  it.each([
    ['is 301 seconds old', () => shop.stripeHook(session(), { ageMs: 301_000 })],
    ['is signed with another secret', () => shop.stripeHook(session(), { secret: 'whsec_other' })],
    ['has a wrong signature', () => inject({ 'stripe-signature': 't=1,v1=00' })],
    ['has no signature', () => inject({})],
    ['has the form of the other provider', () => inject({}, 'application/x-www-form-urlencoded')],
  ])('that %s is refused without effect and with one line in the log (MON-16)', async (_why, post) => {
    const events = await warnings(async () => expect((await post()).statusCode).toBe(400));
    expect(events).toEqual(['payment-webhook-refused']);
    expect(await shop.books(paymentId)).toEqual(unpaid);
  });

  it('is refused if it is too large, before its signature is checked', async () => {
    const answer = await shop.stripeHook({ ...session(), more: 'x'.repeat(200_000) });
    expect(answer.json()).toMatchObject({ error: 'request.too-large' });
    expect(await shop.books(paymentId)).toEqual(unpaid);
  });

  it('about a payment intent settles what its session says, not an older response about the intent', async () => {
    const { paymentId, id } = await cardPayment();
    await setPaid(id);
    const { body } = await shop.stripe.call('GET', `/v1/checkout/sessions/${id}`);
    const provider = providerNamed(shop.test.context, 'stripe')!;
    const now = await provider.fetchPayment(id);
    const asked = vi.spyOn(provider, 'fetchPayment');
    asked.mockResolvedValueOnce({ ...now!, state: 'open' });
    await shop.stripeHook(
      { object: 'payment_intent', id: body['payment_intent'] as string },
      { type: 'payment_intent.succeeded' },
    );
    expect(asked.mock.calls).toEqual([[body['payment_intent']], [id]]);
    asked.mockRestore();
    expect(await shop.books(paymentId)).toEqual(paidOnce);
  });

  it('about a charge or a payment intent leads to the payment of its session', async () => {
    const { body } = await shop.stripe.call('GET', `/v1/checkout/sessions/${id}`);
    const intent = body['payment_intent'] as string;
    await shop.stripeHook({ object: 'payment_intent', id: intent }, { type: 'payment_intent.succeeded' });
    expect(await shop.books(paymentId)).toEqual(paidOnce);
    await shop.stripe.call('POST', `/control/payments/${id}/refund`, { amount: { currency: 'EUR', value: '5.00' } });
    await shop.stripeHook({ object: 'charge', id: 'ch_1', payment_intent: intent }, { type: 'charge.refunded' });
    expect(await shop.value('select refunded from payments where payment_id = $1', [paymentId])).toBe(500);
  });

  it('about a dispute is judged by the current dispute, not by the name of the event', async () => {
    await shop.stripeHook(session());
    const chargedBack = () => shop.value('select charged_back from payments where payment_id = $1', [paymentId]);
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
