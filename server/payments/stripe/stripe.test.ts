import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, afterEach, describe, expect, it } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { sign } from '../../../mocks/stripe-provider/events.ts';
import { stripeTestKey, stripeTestSecret } from '../../../mocks/stripe-provider/testing.ts';
import { catchFault, openAdapter, providerOrder } from '../../../tests/support/adapters.ts';
import { createStripe } from './stripe.ts';

const { sandbox, adapter: stripe, ...at } = await openAdapter('stripe');
afterAll(sandbox.close);
afterEach(() => at.fault('none'));

const refund = {
  money: { minor: 500, currency: 'EUR' },
  description: 'Unused credits',
  reference: { memberId: toId<MemberId>('m'), paymentId: toId<PaymentId>('p') },
};
const keyed = () => ({ ...refund, key: crypto.randomUUID() });

describe('a payment at Stripe', () => {
  it('never shares its key with another payment', async () => {
    const { key, ...order } = providerOrder();
    await stripe().createPayment({ ...order, key });
    const other = { ...order, key, money: { minor: 1, currency: 'EUR' } };
    expect(await catchFault(stripe().createPayment(other))).toBe('unknown');
  });

  it('is also found by its intent, and returned under the id of its session', async () => {
    const made = await stripe().createPayment(providerOrder());
    const { body } = await at.control(made.id, { status: 'paid' });
    const found = await stripe().fetchPayment(body['payment_intent'].id as string);
    expect(found).toMatchObject({ id: made.id, state: 'paid', reference: { memberId: 'm', paymentId: 'p' } });
  });

  it('can use the methods for its country, currency and amount', async () => {
    const methods = (minor: number, currency: string, country: 'NL' | 'PL') =>
      stripe().listMethods({ minor, currency }, country);
    expect(await methods(1_999, 'EUR', 'NL')).toEqual(['ideal', 'card', 'apple_pay', 'paypal', 'sepa_debit']);
    expect(await methods(7_999, 'PLN', 'PL')).toEqual(['blik', 'p24', 'card', 'apple_pay', 'paypal']);
    expect(await methods(10, 'EUR', 'NL')).toEqual([]);
  });

  it('can use a wallet or card network only if the account has switched on both it and cards', async () => {
    const cards = async () =>
      (await stripe().listMethods({ minor: 1_999, currency: 'EUR' }, 'FR')).filter(
        (name) => name !== 'paypal' && name !== 'satispay' && name !== 'sepa_debit',
      );
    const set = (name: string, available: boolean) => sandbox.call('PUT', `/control/methods/${name}`, { available });
    expect(await cards()).toEqual(['card', 'apple_pay', 'cartes_bancaires']);
    await set('apple_pay', false);
    expect(await cards()).toEqual(['card', 'cartes_bancaires']);
    await set('apple_pay', true);
    await set('cartes_bancaires', false);
    expect(await cards()).toEqual(['card', 'apple_pay']);
    await set('card', false);
    expect(await cards()).toEqual([]);
    await set('card', true);
    await set('cartes_bancaires', true);
    for (const method of ['apple_pay', 'cartes_bancaires']) {
      const { id } = await stripe().createPayment(providerOrder({ method }));
      const { body } = await sandbox.call('GET', `/v1/checkout/sessions/${id}`);
      expect(body).toMatchObject({ allowed_payment_method_types: ['card'] });
    }
  });

  it('gets a new key after a fault that the provider would replay for the same key', async () => {
    await at.fault('error500', { path: '/v1/checkout', times: 1 });
    const wanted = providerOrder();
    expect(await catchFault(stripe().createPayment(wanted))).toBe('unknown');
    const made = await stripe().createPayment(wanted);
    expect(made.state).toBe('open');
    expect(await stripe().createPayment(wanted)).toEqual(made);
  });

  it('is not charged or refunded twice after a lost response, because an existing charge or refund is found', async () => {
    const { customer, mandate } = await at.first('visa');
    const reference = { memberId: toId<MemberId>('m'), paymentId: toId<PaymentId>(crypto.randomUUID()) };
    const key = crypto.randomUUID();
    const again = () => at.again(customer, mandate, { key, reference });
    await at.fault('late500', { path: '/v1/payment_intents', times: 1 });
    expect(await catchFault(again())).toBe('unknown');
    const made = await again();
    expect(made).toMatchObject({ state: 'paid', reference });
    const { body } = await sandbox.call('GET', `/v1/payment_intents?customer=${customer}&limit=100`);
    const own = body['data'].filter(({ metadata }: { metadata: object }) =>
      JSON.stringify(metadata).includes(reference.paymentId),
    );
    expect(own).toHaveLength(1);
    await at.fault('late500', { path: '/v1/refunds', times: 1 });
    const asked = { ...keyed(), reference };
    const giveBack = () => stripe().refundPayment(made.id, asked);
    expect(await catchFault(giveBack())).toBe('unknown');
    const id = await giveBack();
    expect(await stripe().fetchPayment(made.id)).toMatchObject({ refundedMinor: 500, reversals: [{ id }] });
  });

  it('causes a fault if the response has another shape', async () => {
    const server = createServer((request, response) => {
      const answers = [
        {},
        { id: 'cs_test_1', object: 'charge' },
        { object: 'checkout.session', id: 'cs_test_1', status: 'new', metadata: { payment_id: 'p' } },
      ];
      const [, number] = /cs_test_(\d)/.exec(request.url ?? '') ?? [];
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[Number(number)]));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const id of ['cs_test_0', 'cs_test_1', 'cs_test_2'])
      expect(await catchFault(stripe(2_000, stripeTestKey, url).fetchPayment(id)), id).toBe('unknown');
    server.close();
  });
});

describe('a stored card at Stripe', () => {
  it('is not stored by a payment that does not ask for it', async () => {
    const customer = await at.newCustomer();
    const { id } = await stripe().createPayment(providerOrder({ method: 'card', customer }));
    await sandbox.press(id, 'pay', 'visa');
    expect(await stripe().fetchPayment(id)).toMatchObject({ state: 'paid', mandate: null });
    expect(await stripe().listMandates(customer)).toEqual([]);
  });

  it('can require the buyer to confirm a charge on a page of the bank', async () => {
    const { customer, mandate } = await at.first('pending');
    const made = await at.again(customer, mandate);
    expect(made).toMatchObject({ state: 'open', payPage: `${sandbox.url}/pay/${made.id}`, mandate });
    expect(await stripe().fetchPayment(made.id)).toEqual(made);
    const back = (await sandbox.press(made.id, 'pay')).headers.get('location') ?? '';
    expect(back).toMatch(/^http:\/\/shop\.test\/transactions\/1\?.*redirect_status=succeeded/);
    expect(await stripe().fetchPayment(made.id)).toMatchObject({ state: 'paid', payPage: null });
  });

  it('is not charged if the buyer does not confirm at the bank, is too late or cancels', async () => {
    const { customer, mandate } = await at.first('pending');
    const failed = { state: 'failed', payPage: null };
    const denied = await at.again(customer, mandate);
    await sandbox.press(denied.id, 'fail');
    expect(await stripe().fetchPayment(denied.id)).toMatchObject(failed);
    const late = await at.again(customer, mandate);
    at.clock.now += 25 * 3_600_000;
    expect(await stripe().fetchPayment(late.id)).toMatchObject(failed);
    at.clock.now -= 25 * 3_600_000;
    const left = await at.again(customer, mandate);
    await stripe().cancelPayment(left.id);
    expect(await stripe().fetchPayment(left.id)).toMatchObject(failed);
    const { body } = await sandbox.call('GET', `/v1/payment_intents/${late.id}`);
    expect(body['status']).toBe('canceled');
  });
});

it('a direct debit at Stripe is paid after two days, or fails if the bank returns it', async () => {
  const customer = await at.newCustomer();
  const account = { iban: 'NL91ABNA0417164300', holder: 'A. Buyer', email: 'a@buyer.test', reference: 'T-1' };
  const stateAfterTwoDays = async (failure?: string) => {
    const key = crypto.randomUUID();
    const mandate = await stripe().createDebitMandate(customer, { ...account, key, signedOn: new Date() });
    if (failure) await sandbox.call('PUT', `/control/mandates/${mandate.id}`, { failure });
    const made = await at.again(customer, mandate.id, { method: 'sepa_debit' });
    await sandbox.call('PUT', '/control/clock', { days: 2 });
    return (await stripe().fetchPayment(made.id))?.state;
  };
  expect([await stateAfterTwoDays(), await stateAfterTwoDays('AM04')]).toEqual(['paid', 'failed']);
});

describe('money that goes back at Stripe', () => {
  const back = async (id: string) => {
    const seen = await stripe().fetchPayment(id);
    return [seen?.refundedMinor, seen?.chargedBackMinor];
  };
  const chargeBack = (id: string, body: object = {}) =>
    sandbox.call('POST', `/control/payments/${id}/chargeback`, body);

  it('is refused beyond the price, but not for good if the payment still looks unpaid', async () => {
    const id = await at.paid();
    await stripe().refundPayment(id, keyed());
    const tooMuch = { ...keyed(), money: { minor: 1_500, currency: 'EUR' } };
    expect(await catchFault(stripe().refundPayment(id, tooMuch))).toBe('refused');
    const open = await stripe().createPayment(providerOrder());
    expect(await catchFault(stripe().refundPayment(open.id, keyed()))).toBe('unknown');
  });

  it('no longer counts once the refund fails', async () => {
    const id = await at.paid();
    const amount = { currency: 'EUR', value: '5.00' };
    const { body } = await sandbox.call('POST', `/control/payments/${id}/refund`, { amount });
    expect(await back(id)).toEqual([500, 0]);
    await sandbox.call('PUT', `/control/payments/${id}/refunds/${body['id']}`, { status: 'failed' });
    expect(await back(id)).toEqual([0, 0]);
  });

  it('in a dispute depends on the state of the dispute', async () => {
    const all = ['needs_response', 'under_review', 'lost'];
    const none = ['won', 'prevented', 'warning_needs_response', 'warning_closed'];
    for (const status of [...all, ...none]) {
      const id = await at.paid();
      const { body } = await chargeBack(id);
      await sandbox.call('PUT', `/control/disputes/${body['id']}`, { status });
      expect(await back(id), status).toEqual([0, all.includes(status) ? 1_999 : 0]);
    }
  });

  it('is in the list of payments, which has each session and charge once', async () => {
    const id = await at.paid();
    await chargeBack(id, { amount: { currency: 'EUR', value: '7.00' } });
    const { customer, mandate } = await at.first('visa');
    const charged = await at.again(customer, mandate);
    const listed = [];
    for await (const payment of stripe().listPayments(new Date(0))) listed.push(payment);
    expect(new Set(listed.map((payment) => payment.id)).size).toBe(listed.length);
    expect(listed.find((payment) => payment.id === id)).toMatchObject({ state: 'paid', chargedBackMinor: 700 });
    expect(listed.map((payment) => payment.id)).toContain(charged.id);
  });
});

describe('a Stripe account that is also used for something else', () => {
  const put = (object: object) => sandbox.call('PUT', '/control/objects', object);
  const setup = {
    id: 'cs_test_setup',
    object: 'checkout.session',
    mode: 'setup',
    status: 'complete',
    payment_status: 'no_payment_required',
    amount_total: null,
    currency: null,
    livemode: false,
    created: Math.floor(Date.now() / 1_000),
    metadata: {},
    payment_intent: null,
  };
  const listed = () => at.listed(new Date(Date.now() - 3_600_000));

  it('may have foreign objects of any shape, which are ignored', async () => {
    const { id } = await stripe().createPayment(providerOrder());
    await put(setup);
    await put({ ...setup, id: 'cs_test_other', metadata: null, payment_intent: 'pi_gone' });
    expect(await stripe().fetchPayment('cs_test_setup')).toBeUndefined();
    expect(await stripe().fetchPayment('cs_test_other')).toBeUndefined();
    expect(await listed()).toContain(id);
    expect(await listed()).not.toContain('cs_test_setup');
  });

  it('causes a fault if one of our own objects cannot be read', async () => {
    await put({ ...setup, id: 'cs_test_ours', metadata: { member_id: 'm', payment_id: 'p' } });
    expect(await catchFault(stripe().fetchPayment('cs_test_ours'))).toBe('unknown');
    expect(await catchFault(listed())).toBe('unknown');
    await put({ ...setup, id: 'cs_test_ours' });
  });

  it('can have old cards, refunds without a status and disputes in another currency', async () => {
    const { id } = await stripe().createPayment(providerOrder({ method: 'card' }));
    const { body } = await at.control(id, { status: 'paid' });
    const intent = body['payment_intent'] as { id: string; latest_charge: string };
    await put({ ...intent, payment_method: 'card_1Old', sandbox: {} });
    const one = { payment_intent: intent.id, charge: intent.latest_charge, created: setup.created, metadata: {} };
    await put({ ...one, id: 're_new', object: 'refund', amount: 300, currency: 'eur', status: null });
    expect(await stripe().fetchPayment(id)).toMatchObject({ state: 'paid', refundedMinor: 300 });
    // An amount in another currency does not tell its share of the payment, so it counts as the whole.
    await put({ ...one, id: 'du_new', object: 'dispute', amount: 2_150, currency: 'usd', status: 'needs_response' });
    expect(await stripe().fetchPayment(id)).toMatchObject({ chargedBackMinor: 1_999 });
  });
});

describe('a signed webhook of Stripe', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const event = (object: object) => JSON.stringify({ type: 'customer.created', data: { object } });
  const read = (text: string, signature: string) =>
    createStripe({
      url: null,
      now: () => new Date(),
      apiKey: stripeTestKey,
      webhookSecrets: [stripeTestSecret],
    }).readSignedWebhook?.(text, signature, now);

  it('is not valid with another signature or body', () => {
    const body = event({ object: 'checkout.session', id: 'cs_test_1' });
    for (const wrong of ['', 'v1=00', 't=1795348800,v1=00']) expect(read(body, wrong)).toMatchObject({ signed: false });
    expect(read(`${body} `, sign(body, stripeTestSecret, now.getTime()))).toMatchObject({ signed: false });
  });

  it('is about the payment that is named by its object', () => {
    for (const [object, id] of [
      [{ object: 'checkout.session', id: 'cs_test_1' }, 'cs_test_1'],
      [{ object: 'payment_intent', id: 'pi_1' }, 'pi_1'],
      [{ object: 'charge', id: 'ch_1', payment_intent: 'pi_1' }, 'pi_1'],
      [{ object: 'refund', id: 're_1', payment_intent: 'pi_1' }, 'pi_1'],
      [{ object: 'dispute', id: 'du_1', payment_intent: 'pi_1' }, 'pi_1'],
      [{ object: 'charge', id: 'ch_1', payment_intent: null }, null],
      [{ object: 'customer', id: 'cus_1' }, null],
      [{}, null],
    ] as const)
      expect(read(event(object), sign(event(object), stripeTestSecret, now.getTime()))).toEqual({ signed: true, id });
  });
});
