import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { dayMs } from '../platform/clock.ts';
import { type Shop, openShop } from '../../tests/support/payments.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
afterEach(() => shop.fault('none'));

describe('an order', () => {
  it("is a pending payment at the server's price and redirects to the pay page", async () => {
    const buyer = await shop.test.member();
    const { status, body } = await shop.order(buyer);
    expect(status).toBe(200);
    expect(body.payment).toMatchObject({
      bundle: 'medium',
      credits: 120,
      amount: 1_999,
      transaction_fee: 0,
      currency: 'EUR',
      paymentmethod: 'ideal',
      status: 'pending',
      settled_at: null,
    });
    const id = await shop.providerId(body.payment.payment_id);
    expect(body.redirect_url).toBe(`${shop.sandbox.url}/pay/${id}`);
    expect((await shop.sandbox.get(id)).body).toMatchObject({
      amount: { currency: 'EUR', value: '19.99' },
      method: 'ideal',
      redirectUrl: `http://localhost/transactions/${body.payment.payment_id}`,
      cancelUrl: `http://localhost/transactions/${body.payment.payment_id}`,
      webhookUrl: expect.stringMatching(/\/api\/payment-webhook\.php\?provider=mollie$/),
      metadata: { member_id: buyer.id, payment_id: body.payment.payment_id },
    });
  });

  it.each([
    ['fi', 'Tealight: 120 krediittiä', 'fi_FI'],
    ['pl', 'Tealight: 120 kredytów', 'pl_PL'],
  ])("is described to the provider in the buyer's language, such as %s", async (language, description, locale) => {
    const buyer = await shop.test.member();
    await buyer.call('updateUser', { language });
    const { body } = await shop.order(buyer);
    const id = await shop.providerId(body.payment.payment_id);
    // The description ends with the order number, by which the buyer asks about it.
    const number = body.payment.payment_id.slice(0, 8).toUpperCase();
    expect((await shop.sandbox.get(id)).body).toMatchObject({ description: `${description}, ${number}`, locale });
  });

  it('ignores prices, credits, fees and currencies of the client (MON-20)', async () => {
    const buyer = await shop.test.member();
    const wishes = { amount: 1, price: 1, credits: 9_999, currency: 'PLN', discount: 99, percentage: 100, fee: -5 };
    const { body } = await shop.order(
      buyer,
      {},
      { ...wishes, transaction_fee: -5, country: 'PL', member_id: randomUUID() },
    );
    expect(body.payment).toMatchObject({ amount: 1_999, credits: 120, currency: 'EUR', transaction_fee: 0 });
    const id = await shop.providerId(body.payment.payment_id);
    expect((await shop.sandbox.get(id)).body['amount']).toEqual({ currency: 'EUR', value: '19.99' });
  });

  it('is refused if the confirmed total is out of date, and can be confirmed again (MON-36)', async () => {
    const buyer = await shop.test.member();
    const key = randomUUID();
    const refused = await shop.order(buyer, { idempotency_key: key }, { total: 1_499 });
    expect([refused.status, refused.body['error']]).toEqual([409, 'payment.price-changed']);
    expect(await shop.test.sql('select 1 from payments where member_id = $1', [buyer.id])).toEqual([]);
    const { total } = (await buyer.call('quoteOrder', { bundle: 'medium' })).body;
    const { body } = await shop.order(buyer, { idempotency_key: key }, { total });
    const id = await shop.providerId(body.payment.payment_id);
    expect((await shop.sandbox.get(id)).body['amount'].value).toBe((total / 100).toFixed(2));
  });

  it('keeps its price, since the database refuses any other', async () => {
    const { paymentId } = await shop.pending();
    await expect(
      shop.test.sql('update payments set amount = 1 where payment_id = $1', [paymentId]),
    ).rejects.toMatchObject({ constraint: 'payments_frozen' });
  });

  it.each([
    [{ bundle: 'huge' }, 422, 'bundle.not-found'],
    [{ paymentmethod: 'swish' }, 422, 'payment.method'],
    [{ paymentmethod: 'giropay' }, 422, 'payment.method'],
    [{ paymentmethod: 'cash' }, 422, 'input.invalid'],
    [{ idempotency_key: 'once' }, 422, 'input.invalid'],
  ])('is refused with %o', async (fields, status, error) => {
    const buyer = await shop.test.member();
    expect(await shop.order(buyer, fields)).toMatchObject({ status, body: { error } });
    expect(await shop.test.sql('select 1 from payments where member_id = $1', [buyer.id])).toEqual([]);
  });

  it('needs a login', async () => {
    const order = { bundle: 'small', paymentmethod: 'ideal', idempotency_key: randomUUID() };
    expect((await shop.test.client().call('createPayment', order)).status).toBe(403);
  });
});

describe('the key of an order', () => {
  it('repeats the first answer even days later, but without a pay page once paid (MON-06, MON-09)', async () => {
    const buyer = await shop.test.member();
    const key = { idempotency_key: randomUUID() };
    const first = await shop.order(buyer, key);
    const paymentId = first.body.payment.payment_id;
    expect((await shop.order(buyer, key)).body).toEqual(first.body);
    await shop.control(await shop.providerId(paymentId), { status: 'paid', webhooks: { times: 1 }, await: true });
    for (const days of [1.1, 5]) {
      shop.test.clock.move(days * dayMs);
      expect((await shop.order(buyer, key)).body).toEqual({ ...first.body, redirect_url: null });
    }
    expect(await shop.made(paymentId)).toBe(1);
    expect(await shop.test.sql('select 1 from payments where member_id = $1', [buyer.id])).toHaveLength(1);
  });

  it('is refused with a different body, and nothing changes (MON-07)', async () => {
    const buyer = await shop.test.member();
    const key = { idempotency_key: randomUUID() };
    await shop.order(buyer, key);
    for (const other of [{ bundle: 'small' }, { paymentmethod: 'paypal' }])
      expect(await shop.order(buyer, { ...key, ...other })).toMatchObject({
        status: 409,
        body: { error: 'request.key-reused' },
      });
    expect(await shop.test.sql('select 1 from payments where member_id = $1', [buyer.id])).toHaveLength(1);
  });

  it('creates one payment when twenty requests arrive at once (MON-08)', async () => {
    const buyer = await shop.test.member();
    const key = { idempotency_key: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.order(buyer, key)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await shop.made(answers[0]!.body.payment.payment_id)).toBe(1);
  });

  it('means nothing to another member (MON-10)', async () => {
    const [one, two] = [await shop.test.member(), await shop.test.member()];
    const key = { idempotency_key: randomUUID() };
    const first = await shop.order(one, key);
    const second = await shop.order(two, { ...key, bundle: 'small' });
    expect(second.status).toBe(200);
    expect(second.body.payment.payment_id).not.toBe(first.body.payment.payment_id);
  });
});

describe('an order at a provider that misbehaves', () => {
  it.each(['drop', 'html', 'wrong_json', 'error500'])(
    'is pending after %s, and the next poll finishes it with one payment at the provider (FLT-07)',
    async (mode) => {
      const buyer = await shop.test.member();
      await shop.fault(mode);
      const { status, body } = await shop.order(buyer);
      expect({ status, state: body.payment.status, url: body.redirect_url }).toEqual({
        status: 200,
        state: 'pending',
        url: null,
      });
      await shop.fault('none');
      const { payment_id: paymentId } = body.payment;
      const polled = await buyer.call('getPayment', { id: paymentId });
      expect(polled.body.payment.status).toBe('pending');
      expect(polled.body.redirect_url).toBe(`${shop.sandbox.url}/pay/${await shop.providerId(paymentId)}`);
      expect(await shop.made(paymentId)).toBe(1);
    },
  );

  it('is answered before a slow provider answers, and gets its payment when the answer arrives (FLT-07)', async () => {
    const buyer = await shop.test.member();
    await shop.fault('slow', { delay_ms: 4_000 });
    const { body } = await shop.order(buyer, { bundle: 'large' });
    expect(body).toMatchObject({ payment: { status: 'pending' }, redirect_url: null });
    const { payment_id: paymentId } = body.payment;
    await vi.waitFor(async () => expect(await shop.providerId(paymentId)).toMatch(/^tr_/), { timeout: 20_000 });
    await shop.fault('none');
    expect(await shop.made(paymentId)).toBe(1);
  });

  it('is finished by the reconciler if nobody polls (FLT-07)', async () => {
    const buyer = await shop.test.member();
    await shop.fault('drop');
    const { payment_id: paymentId } = (await shop.order(buyer)).body.payment;
    await shop.fault('none');
    shop.test.clock.move(61_000);
    await reconcilePayments(shop.test.context);
    expect(await shop.made(paymentId)).toBe(1);
    expect(await shop.providerId(paymentId)).toMatch(/^tr_/);
  });

  it('fails after the hour in which the call can be repeated safely', async () => {
    const buyer = await shop.test.member();
    await shop.fault('error500');
    const { payment_id: paymentId } = (await shop.order(buyer)).body.payment;
    await shop.fault('none');
    shop.test.clock.move(61 * 60_000);
    await reconcilePayments(shop.test.context);
    expect(await shop.books(paymentId)).toMatchObject({ status: 'failed' });
    expect(await shop.made(paymentId)).toBe(0);
  });

  it('is refused each time its key is used if the provider refuses it', async () => {
    const buyer = await shop.test.member();
    const key = { bundle: 'grand', idempotency_key: randomUUID() };
    // The fault hides the list of methods, which lets the order through, so that only the creation meets the new limit.
    await shop.test.client().call('listBundles', { country: 'NL' });
    await shop.setPrice('grand', 'NL', 99_999_999);
    await shop.fault('html', { times: 1 });
    for (const _ of [1, 2])
      expect(await shop.order(buyer, key)).toMatchObject({ status: 502, body: { error: 'payment.provider' } });
    await shop.setPrice('grand', 'NL', 9_499);
  });
});
