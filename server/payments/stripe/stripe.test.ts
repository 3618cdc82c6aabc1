import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { stripeTestKey } from '../../../mocks/stripe-provider/testing.ts';
import { catchFault, openStripeAdapter, stripeOrder } from '../../../tests/support/stripe-adapter.ts';

let adapter: Awaited<ReturnType<typeof openStripeAdapter>>;
beforeAll(async () => {
  adapter = await openStripeAdapter();
});
afterAll(() => adapter.sandbox.close());
afterEach(() => adapter.sandbox.call('PUT', '/control/faults', { mode: 'none' }));

const euros = (minor: number) => ({ amount: { currency: 'EUR', value: (minor / 100).toFixed(2) } });

describe('the adapter', () => {
  it('creates a session with everything the provider needs, and reads it back', async () => {
    const made = await adapter.stripe().createPayment(stripeOrder());
    expect(made).toMatchObject({
      state: 'open',
      mode: 'test',
      money: { minor: 1_999, currency: 'EUR' },
      reference: { memberId: 'm', paymentId: 'p' },
      payPage: `${adapter.sandbox.url}/pay/${made.id}`,
      refundedMinor: 0,
      chargedBackMinor: 0,
      mandate: null,
      fingerprint: null,
      account: null,
      payerCountry: null,
      reversals: [],
      transfer: null,
    });
    expect(adapter.stripe().isPaymentId(made.id)).toBe(true);
    expect(await adapter.stripe().fetchPayment(made.id)).toEqual(made);
    const { body } = await adapter.sandbox.call('GET', `/v1/checkout/sessions/${made.id}`);
    expect(body).toMatchObject({
      locale: 'en-GB',
      allowed_payment_method_types: ['ideal'],
      client_reference_id: 'p',
      success_url: 'http://shop.test/transactions/1',
      cancel_url: 'http://shop.test/transactions/1',
    });
  });

  it('creates one payment per key, and never another payment with a key that is in use', async () => {
    const key = crypto.randomUUID();
    const all = await Promise.all(
      Array.from({ length: 5 }, () => adapter.stripe().createPayment(stripeOrder({ key }))),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    const other = stripeOrder({ key, money: { minor: 1, currency: 'EUR' } });
    expect(await catchFault(adapter.stripe().createPayment(other))).toBe('unknown');
  });

  it.each([
    ['open', 'open'],
    ['pending', 'open'],
    ['paid', 'paid'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
    ['expired', 'failed'],
  ] as const)('reads a payment that is %s as %s', async (status, state) => {
    const { id } = await adapter.stripe().createPayment(stripeOrder());
    await adapter.control(id, { status });
    expect(await adapter.stripe().fetchPayment(id)).toMatchObject({
      id,
      state,
      money: { minor: 1_999, currency: 'EUR' },
    });
  });

  it('finds a payment by its intent, too, and returns it under the id of its session', async () => {
    const made = await adapter.stripe().createPayment(stripeOrder());
    const { body } = await adapter.control(made.id, { status: 'paid' });
    const found = await adapter.stripe().fetchPayment(body['payment_intent'].id as string);
    expect(found).toMatchObject({ id: made.id, state: 'paid', reference: { memberId: 'm', paymentId: 'p' } });
  });

  it('finds no payment under an unknown id, and rejects ids of another shape', async () => {
    expect(await adapter.stripe().fetchPayment('cs_test_unknown')).toBeUndefined();
    expect(await adapter.stripe().fetchPayment('pi_unknown')).toBeUndefined();
    for (const text of ['tr_1', 'cs_other_1', 'pi_', 'cs_test_../x', ''])
      expect(adapter.stripe().isPaymentId(text)).toBe(false);
  });

  it('tells live mode from test mode by the API key', () => {
    expect(adapter.stripe().mode).toBe('test');
    expect(adapter.stripe(2_000, 'sk_live_x').mode).toBe('live');
    expect(adapter.stripe(2_000, 'rk_live_x').mode).toBe('live');
  });

  it('lists the methods for country, currency and amount', async () => {
    const methods = (minor: number, currency: string, country: 'NL' | 'PL') =>
      adapter.stripe().listMethods({ minor, currency }, country);
    expect(await methods(1_999, 'EUR', 'NL')).toEqual(['ideal', 'card', 'apple_pay', 'paypal', 'sepa_debit']);
    expect(await methods(7_999, 'PLN', 'PL')).toEqual(['blik', 'p24', 'card', 'apple_pay', 'paypal']);
    expect(await methods(10, 'EUR', 'NL')).toEqual([]);
  });

  it('lists a wallet or card network only if the account has switched on both it and cards', async () => {
    const cards = async () =>
      (await adapter.stripe().listMethods({ minor: 1_999, currency: 'EUR' }, 'FR')).filter(
        (name) => name !== 'paypal' && name !== 'satispay' && name !== 'sepa_debit',
      );
    const set = (name: string, available: boolean) =>
      adapter.sandbox.call('PUT', `/control/methods/${name}`, { available });
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
  });

  it.each(['apple_pay', 'cartes_bancaires'])('uses the pay page for cards to pay with %s', async (method) => {
    const { id } = await adapter.stripe().createPayment(stripeOrder({ method }));
    const { body } = await adapter.sandbox.call('GET', `/v1/checkout/sessions/${id}`);
    expect(body).toMatchObject({ allowed_payment_method_types: ['card'] });
  });
});

describe('faults', () => {
  it.each(['error500', 'html', 'wrong_json', 'drop'])(
    'of kind %s leave the outcome unknown, and a retry succeeds',
    async (mode) => {
      await adapter.sandbox.call('PUT', '/control/faults', { mode, times: 1 });
      const wanted = stripeOrder();
      expect(await catchFault(adapter.stripe().createPayment(wanted))).toBe('unknown');
      expect((await adapter.stripe().createPayment(wanted)).state).toBe('open');
    },
  );

  it('that the provider would replay for the same key are avoided by a new key', async () => {
    await adapter.sandbox.call('PUT', '/control/faults', { mode: 'error500', path: '/v1/checkout', times: 1 });
    const wanted = stripeOrder();
    expect(await catchFault(adapter.stripe().createPayment(wanted))).toBe('unknown');
    const made = await adapter.stripe().createPayment(wanted);
    expect(made.state).toBe('open');
    expect(await adapter.stripe().createPayment(wanted)).toEqual(made);
  });

  it('do not charge or refund twice, because an existing charge or refund is found', async () => {
    const { customer, mandate } = await adapter.first('visa');
    const refund = { key: crypto.randomUUID(), money: { minor: 500, currency: 'EUR' }, description: 'some' };
    const reference = { memberId: 'm', paymentId: crypto.randomUUID() };
    const key = crypto.randomUUID();
    const again = () => adapter.again(customer, mandate, { key, reference });
    await adapter.sandbox.call('PUT', '/control/faults', { mode: 'late500', path: '/v1/payment_intents', times: 1 });
    expect(await catchFault(again())).toBe('unknown');
    const made = await again();
    expect(made).toMatchObject({ state: 'paid', reference });
    const { body } = await adapter.sandbox.call('GET', `/v1/payment_intents?customer=${customer}&limit=100`);
    const own = body['data'].filter(({ metadata }: { metadata: object }) =>
      JSON.stringify(metadata).includes(reference.paymentId),
    );
    expect(own).toHaveLength(1);
    await adapter.sandbox.call('PUT', '/control/faults', { mode: 'late500', path: '/v1/refunds', times: 1 });
    const giveBack = () => adapter.stripe().refundPayment(made.id, { ...refund, reference });
    expect(await catchFault(giveBack())).toBe('unknown');
    const id = await giveBack();
    expect(await adapter.stripe().fetchPayment(made.id)).toMatchObject({ refundedMinor: 500, reversals: [{ id }] });
  });

  it('include a timeout, after which the same key finds the payment that was created', async () => {
    await adapter.sandbox.call('PUT', '/control/faults', { mode: 'slow', delay_ms: 5_000, times: 1 });
    const wanted = stripeOrder();
    expect(await catchFault(adapter.stripe(100).createPayment(wanted))).toBe('unknown');
    const made = await adapter.stripe().createPayment(wanted);
    const listed = [];
    for await (const payment of adapter.stripe().listPayments(new Date(0))) listed.push(payment.id);
    expect(listed.filter((id) => id === made.id)).toHaveLength(1);
  });

  it('are distinct from a refusal, which does not reveal the API key', async () => {
    expect(await catchFault(adapter.stripe().createPayment(stripeOrder({ method: 'paysafecard' })))).toBe('refused');
    const fault = await adapter
      .stripe(2_000, 'sk_test_wrong')
      .createPayment(stripeOrder())
      .catch((error: unknown) => error);
    expect(fault).toMatchObject({ outcome: 'refused' });
    expect(inspect(fault)).not.toContain('sk_test_wrong');
  });

  it.each([
    ['no object', {}],
    ['another object', { id: 'cs_test_1', object: 'charge' }],
    ['an unknown state', { object: 'checkout.session', id: 'cs_test_1', status: 'new', metadata: { payment_id: 'p' } }],
  ])('include an answer with %s', async (_name, answer) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await catchFault(adapter.stripe(2_000, stripeTestKey, url).fetchPayment('cs_test_1'))).toBe('unknown');
    server.close();
  });
});

describe('money that goes back', () => {
  async function paid() {
    const { id } = await adapter.stripe().createPayment(stripeOrder());
    await adapter.control(id, { status: 'paid' });
    return id;
  }
  const back = async (id: string) => {
    const seen = await adapter.stripe().fetchPayment(id);
    return [seen?.refundedMinor, seen?.chargedBackMinor];
  };

  it('is refunded once per key', async () => {
    const id = await paid();
    const refund = {
      key: crypto.randomUUID(),
      money: { minor: 500, currency: 'EUR' },
      description: 'Unused credits',
      reference: { memberId: 'm', paymentId: 'p' },
    };
    const made = await adapter.stripe().refundPayment(id, refund);
    expect(await adapter.stripe().refundPayment(id, refund)).toBe(made);
    expect(await back(id)).toEqual([500, 0]);
    const tooMuch = { ...refund, key: crypto.randomUUID(), money: { minor: 1_500, currency: 'EUR' } };
    expect(await catchFault(adapter.stripe().refundPayment(id, tooMuch))).toBe('refused');
  });

  it('is not refused for good if the payment still looks unpaid', async () => {
    const { id } = await adapter.stripe().createPayment(stripeOrder());
    const refund = {
      key: crypto.randomUUID(),
      money: { minor: 500, currency: 'EUR' },
      description: 'Unused credits',
      reference: { memberId: 'm', paymentId: 'p' },
    };
    expect(await catchFault(adapter.stripe().refundPayment(id, refund))).toBe('unknown');
  });

  it('no longer counts once the refund fails', async () => {
    const id = await paid();
    const { body } = await adapter.sandbox.call('POST', `/control/payments/${id}/refund`, euros(500));
    expect(await back(id)).toEqual([500, 0]);
    await adapter.sandbox.call('PUT', `/control/payments/${id}/refunds/${body['id']}`, { status: 'failed' });
    expect(await back(id)).toEqual([0, 0]);
  });

  it.each([
    ['needs_response', 1_999],
    ['under_review', 1_999],
    ['lost', 1_999],
    ['won', 0],
    ['prevented', 0],
    ['warning_needs_response', 0],
    ['warning_closed', 0],
  ])('in a dispute that is %s amounts to %i', async (status, minor) => {
    const id = await paid();
    const { body } = await adapter.sandbox.call('POST', `/control/payments/${id}/chargeback`, {});
    await adapter.sandbox.call('PUT', `/control/disputes/${body['id']}`, { status });
    expect(await back(id)).toEqual([0, minor]);
  });

  it('is in the list of payments, which has each session and charge once', async () => {
    const id = await paid();
    await adapter.sandbox.call('POST', `/control/payments/${id}/chargeback`, euros(700));
    const { customer, mandate } = await adapter.first('visa');
    const charged = await adapter.again(customer, mandate);
    const listed = [];
    for await (const payment of adapter.stripe().listPayments(new Date(0))) listed.push(payment);
    expect(new Set(listed.map((payment) => payment.id)).size).toBe(listed.length);
    expect(listed.find((payment) => payment.id === id)).toMatchObject({ state: 'paid', chargedBackMinor: 700 });
    expect(listed.map((payment) => payment.id)).toContain(charged.id);
  });
});
