import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';

import { dayMs } from '../platform/clock.ts';
import { openShop } from '../../tests/support/payments.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { cardsAt } from '../../tests/support/stored-cards.ts';

const shop = await openShop();
afterAll(shop.close);
afterEach(() => shop.fault('none'));

describe('an order', () => {
  it("is a pending payment at the server's price and redirects to the pay page", async () => {
    const buyer = await shop.test.member();
    const { body } = await shop.order(buyer);
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
    const { total } = (await buyer.call('priceOrder', { bundle: 'medium' })).body;
    const { body } = await shop.order(buyer, { idempotency_key: key }, { total });
    const id = await shop.providerId(body.payment.payment_id);
    expect((await shop.sandbox.get(id)).body['amount'].value).toBe((total / 100).toFixed(2));
  });

  it('is refused with an unknown bundle, method or key, and without a login', async () => {
    const buyer = await shop.test.member();
    for (const [fields, error] of [
      [{ bundle: 'huge' }, 'bundle.not-found'],
      [{ paymentmethod: 'swish' }, 'payment.method'],
      [{ paymentmethod: 'giropay' }, 'payment.method'],
      [{ paymentmethod: 'cash' }, 'input.invalid'],
      [{ idempotency_key: 'once' }, 'input.invalid'],
    ] as const)
      expect(await shop.order(buyer, fields)).toMatchObject({ status: 422, body: { error } });
    expect(await shop.test.sql('select 1 from payments where member_id = $1', [buyer.id])).toEqual([]);
    expect((await shop.order(shop.test.client())).status).toBe(403);
  });
});

describe('the key of an order', () => {
  it('repeats the first response even days later, but without a pay page once paid (MON-06, MON-09)', async () => {
    const buyer = await shop.test.member();
    const key = { idempotency_key: randomUUID() };
    const first = await shop.order(buyer, key);
    const paymentId = first.body.payment.payment_id;
    expect((await shop.order(buyer, key)).body).toEqual(first.body);
    await shop.deliver(await shop.providerId(paymentId), 'paid');
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
  it('is answered before a slow provider responds, and gets its payment when the response arrives (FLT-07)', async () => {
    const buyer = await shop.test.member();
    await shop.fault('slow', { delay_ms: 2_500 });
    const { body } = await shop.order(buyer, { bundle: 'large' });
    expect(body).toMatchObject({ payment: { status: 'pending' }, redirect_url: null });
    const { payment_id: paymentId } = body.payment;
    await vi.waitFor(async () => expect(await shop.providerId(paymentId)).toMatch(/^tr_/), { timeout: 20_000 });
    await shop.fault('none');
    expect(await shop.made(paymentId)).toBe(1);
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

it('a price has the price in the member’s country and the tax within it, and needs a known bundle', async () => {
  const member = await shop.test.member({ paid: true });
  const { body } = await member.call('priceOrder', { bundle: 'medium' });
  expect(body).toMatchObject({
    bundle: 'medium',
    country: 'NL',
    currency: 'EUR',
    list_amount: 1_999,
    amount: 1_999,
    discount: null,
    transaction_fee: 0,
    total: 1_999,
    vat_rate: 2_100,
    vat_amount: 347,
    refund_days: 14,
  });
  const refused = { status: 422, body: { error: 'bundle.not-found' } };
  expect(await member.call('priceOrder', { bundle: 'huge' })).toMatchObject(refused);
});

it('a method that a site has switched off is neither offered nor accepted, not even by stored card', async () => {
  const { withCard, repeat } = cardsAt(shop);
  const { buyer, card, paymentId } = await withCard();
  const offered = async () => (await buyer.call('listBundles')).body;
  expect((await offered()).paymentmethods).toEqual(expect.arrayContaining(['credit_card', 'ideal', 'paypal']));
  await shop.setProviders({ default: 'mollie', credit_card: 'off', ideal: 'off', sepa_direct_debit: 'off' });
  const { paymentmethods, methods_missing: isMissing } = await offered();
  for (const method of ['credit_card', 'ideal', 'sepa_direct_debit']) expect(paymentmethods).not.toContain(method);
  expect(paymentmethods).toContain('paypal');
  expect(isMissing).toBe(false);
  const refused = { status: 422, body: { error: 'payment.method' } };
  expect(await shop.order(buyer, { paymentmethod: 'ideal' })).toMatchObject(refused);
  expect(await repeat(buyer, card)).toMatchObject(refused);
  const account = { iban: 'NL91ABNA0417164300', phone: '0612345678', holder: 'Robin Haan' };
  const debit = { bundle: 'medium', ...account, idempotency_key: randomUUID() };
  expect(await buyer.call('startDirectDebit', debit)).toMatchObject(refused);
  // The fallback list does not contain it either.
  await shop.fault('error500');
  const fallback = (await shop.test.client().call('listBundles', { country: 'AU' })).body;
  expect(fallback.paymentmethods).toEqual(['visa', 'mastercard', 'paypal']);
  await shop.setProviders({ default: 'mollie' });
  // Existing orders keep their method.
  expect((await shop.look(buyer, paymentId)).payment.paymentmethod).toBe('credit_card');
});

async function ordered(language = 'en') {
  const buyer = await shop.test.member();
  await buyer.call('updateUser', { language });
  const made = await shop.pending(buyer, { paymentmethod: 'wire_transfer' });
  return { ...made, own: async () => (await shop.look(buyer, made.paymentId)).payment };
}

describe('a wire transfer', () => {
  it.each(['en', 'pl'])('is shown and mailed with its bank account and reference: %s', async (language) => {
    const { buyer, own } = await ordered(language);
    const { transfer, status } = await own();
    expect(status).toBe('pending');
    expect(transfer).toMatchObject({ iban: 'NL53ABNA0627535577', bic: 'ABNANL2A', holder: 'Sandbox Payments' });
    await shop.test.runJobs();
    await shop.test.runJobs();
    const email = await shop.getEmail(buyer);
    const mails = (await shop.test.outbox()).filter(
      ({ to, text }) => to === email && text.includes(transfer?.reference ?? '-'),
    );
    expect(mails).toHaveLength(1);
    for (const part of ['NL53ABNA0627535577', 'ABNANL2A', 'Sandbox Payments', '14'])
      expect(mails[0]?.text).toContain(part);
  });

  it.each([
    [false, 8],
    [true, 9],
  ])('is mailed without limit only if the email address is confirmed: %s (ABU)', async (confirmed, mailed) => {
    const email = `${randomUUID()}@example.org`;
    const buyer = await shop.test.member({ email, confirmed });
    await shop.test.runJobs();
    await shop.test.sql('delete from attempts');
    for (let order = 0; order < 9; order += 1) {
      const { paymentId } = await shop.pending(buyer, { paymentmethod: 'wire_transfer' });
      expect((await shop.look(buyer, paymentId)).payment.transfer?.iban).toBe('NL53ABNA0627535577');
    }
    await shop.test.runJobs();
    const mails = (await shop.test.outbox()).filter(({ to, text }) => to === email && text.includes('NL53ABNA'));
    expect(mails).toHaveLength(mailed);
  });

  it('is pending for days, and completes when it is paid on day 3', async () => {
    const { own, id } = await ordered();
    await shop.pass(3);
    await reconcilePayments(shop.test.context);
    expect((await own()).status).toBe('pending');
    await shop.settle(id);
    expect((await own()).status).toBe('completed');
  });

  it('fails after 14 days, but completes without a webhook if it is paid within a day after that', async () => {
    const { paymentId, id } = await ordered();
    await shop.control(id, {});
    await shop.pass(14);
    await reconcilePayments(shop.test.context);
    expect(await shop.books(paymentId)).toMatchObject({ status: 'failed', entries: 0 });
    await shop.control(id, { status: 'paid' });
    shop.test.clock.move(dayMs / 2);
    await reconcilePayments(shop.test.context);
    expect(await shop.books(paymentId)).toMatchObject({ status: 'completed', entries: 1 });
  });
});

describe('a payment', () => {
  it('is shown to its member only', async () => {
    const { buyer, paymentId } = await shop.pending();
    const stranger = await shop.test.member();
    const unknown = await stranger.call('getPayment', { id: randomUUID() });
    expect(unknown).toMatchObject({ status: 404, body: { error: 'payment.not-found' } });
    expect(await shop.look(stranger, paymentId)).toEqual(unknown.body);
    expect((await shop.test.client().call('getPayment', { id: paymentId })).status).toBe(403);
    expect((await shop.look(buyer, paymentId)).payment.payment_id).toBe(paymentId);
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
      expect(await shop.look(buyer, paymentId)).toMatchObject({ paid_user: false, payment: { status: 'pending' } });
    }
  });

  it('is checked at the provider while polled, at most every three seconds', async () => {
    const { buyer, paymentId, id } = await shop.pending();
    const poll = async () => (await shop.look(buyer, paymentId)).payment.status;
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
    expect((await shop.look(buyer, paymentId)).payment.status).toBe('pending');
    // Longer than the test timeout: the test passes only because nothing waits for the provider.
    await shop.fault('slow', { delay_ms: 120_000 });
    shop.test.clock.move(3_001);
    expect((await shop.look(buyer, paymentId)).payment.status).toBe('pending');
  });
});
