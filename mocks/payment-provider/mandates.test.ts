import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver, startSandbox } from './testing.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const newCustomer = async () => (await sandbox.call('POST', '/v2/customers', { locale: 'de_DE' })).body['id'] as string;

const first = (customerId: string, fields: object = {}) =>
  sandbox.create({ method: 'creditcard', sequenceType: 'first', customerId, ...fields });

const listMandates = async (customer: string) =>
  (await sandbox.call('GET', `/v2/customers/${customer}/mandates`)).body['_embedded'].mandates as {
    id: string;
    status: string;
    details: Record<string, string>;
  }[];

/** Stores a card with a paid first payment. */
async function storeCard(card = 'visa') {
  const customerId = await newCustomer();
  const payment = await first(customerId);
  await sandbox.call('PUT', `/control/payments/${payment['id']}`, { status: 'paid', card });
  return { customerId, mandateId: payment['mandateId'] as string };
}

const recur = (whose: object, fields: object = {}, headers: Record<string, string> = {}) =>
  sandbox.call(
    'POST',
    '/v2/payments',
    {
      amount: { currency: 'EUR', value: '14.99' },
      description: 'again',
      sequenceType: 'recurring',
      ...whose,
      ...fields,
    },
    headers,
  );

describe('customers', () => {
  it('are created once per Idempotency-Key, and then found by id and in the list', async () => {
    const make = () =>
      sandbox.call('POST', '/v2/customers', { metadata: { m: 1 } }, { 'idempotency-key': 'customer-1' });
    const made = await Promise.all([make(), make(), make()]);
    expect(new Set(made.map(({ body }) => body['id'] as string)).size).toBe(1);
    const { id } = made[0].body;
    expect((await sandbox.call('GET', `/v2/customers/${id}`)).body).toMatchObject({
      id,
      metadata: { m: 1 },
      name: null,
    });
    expect((await sandbox.call('GET', '/v2/customers')).body['count']).toBeGreaterThan(0);
    expect((await sandbox.call('GET', '/v2/customers/cst_unknown')).status).toBe(404);
  });
});

describe('a first payment', () => {
  it('creates a pending mandate, which becomes valid when the payment is paid by card', async () => {
    const customerId = await newCustomer();
    const payment = await first(customerId);
    expect(payment).toMatchObject({ status: 'open', sequenceType: 'first', customerId });
    expect(await listMandates(customerId)).toMatchObject([
      { id: payment['mandateId'], status: 'pending', details: {} },
    ]);
    await sandbox.press(payment['id'], 'pay', undefined, 'mastercard');
    const details = { cardNumber: '4444', cardLabel: 'Mastercard', cardFingerprint: 'sandboxMastercard4444' };
    expect((await sandbox.get(payment['id'])).body['details']).toMatchObject({ ...details, cardSecurity: '3dsecure' });
    expect(await listMandates(customerId)).toMatchObject([
      { status: 'valid', details: { ...details, cardExpiryDate: '2033-08-31' } },
    ]);
  });

  it('uses a new card each time if none is chosen', async () => {
    const prints = await Promise.all(
      [1, 2].map(async () => {
        const { customerId } = await storeCard('');
        return (await listMandates(customerId))[0]?.details['cardFingerprint'];
      }),
    );
    expect(new Set(prints).size).toBe(2);
  });

  it('leaves the mandate pending even when paid with the sandbox card for pending mandates', async () => {
    const { customerId } = await storeCard('pending');
    expect(await listMandates(customerId)).toMatchObject([{ status: 'pending' }]);
  });

  it('leaves an invalid mandate when it is canceled, and the control API can make that mandate valid', async () => {
    const customerId = await newCustomer();
    const payment = await first(customerId);
    await sandbox.press(payment['id'], 'cancel');
    expect(await listMandates(customerId)).toMatchObject([{ status: 'invalid' }]);
    await sandbox.call('PUT', `/control/mandates/${payment['mandateId']}`, { status: 'valid' });
    expect(await listMandates(customerId)).toMatchObject([{ status: 'valid' }]);
  });

  it.each([
    ['customerId', { sequenceType: 'first', method: 'creditcard' }],
    ['customerId', { sequenceType: 'first', method: 'creditcard', customerId: 'cst_unknown' }],
    ['sequenceType', { sequenceType: 'second' }],
  ])('is refused with an error about %s: %j', async (field, fields) => {
    const answer = await recur({}, { redirectUrl: 'http://shop.test/', ...fields });
    expect(answer.body).toMatchObject({ status: 422, field });
  });

  it('is refused for a method that cannot be stored', async () => {
    const answer = await recur(
      { customerId: await newCustomer() },
      {
        redirectUrl: 'http://shop.test/',
        sequenceType: 'first',
        method: 'blik',
        amount: { currency: 'PLN', value: '20.00' },
      },
    );
    expect(answer.body).toMatchObject({ status: 422, field: 'method' });
  });
});

describe('a recurring payment', () => {
  it('is paid at once from a stored card, with one webhook and no pay page', async () => {
    const receiver = await startReceiver();
    const whose = await storeCard();
    const headers = { 'idempotency-key': 'again-1' };
    const { status, body } = await recur(whose, { webhookUrl: receiver.url }, headers);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'paid',
      method: 'creditcard',
      sequenceType: 'recurring',
      redirectUrl: null,
      ...whose,
    });
    expect(body['_links'].checkout).toBeUndefined();
    expect((await recur(whose, {}, headers)).body['id']).toBe(body['id']);
    expect(await receiver.waitFor(1)).toHaveLength(1);
    await receiver.close();
  });

  it('fails with a reason if the card is declined, until the control API lifts the failure', async () => {
    const whose = await storeCard('insufficient');
    expect((await recur(whose)).body).toMatchObject({
      status: 'failed',
      details: { failureReason: 'insufficient_funds' },
    });
    await sandbox.call('PUT', `/control/mandates/${whose.mandateId}`, { failure: null });
    expect((await recur(whose)).body['status']).toBe('paid');
  });

  it('needs a valid mandate of the same customer and method', async () => {
    const [own, other] = [await storeCard(), await storeCard()];
    const refused = { status: 422, field: 'mandateId' };
    expect((await recur({ ...own, mandateId: other.mandateId })).body).toMatchObject(refused);
    expect((await recur(own, { method: 'directdebit' })).body).toMatchObject(refused);
    expect((await recur({ customerId: await newCustomer() })).body).toMatchObject(refused);
    const path = `/v2/customers/${own.customerId}/mandates/${own.mandateId}`;
    expect((await sandbox.call('GET', path)).body['status']).toBe('valid');
    expect((await sandbox.call('DELETE', path)).status).toBe(204);
    expect((await sandbox.call('GET', path)).status).toBe(404);
    expect((await recur(own)).body).toMatchObject(refused);
  });
});

describe('a direct debit', () => {
  const debit = { method: 'directdebit', consumerName: 'A. Sandbox', consumerAccount: 'NL55INGB0000000000' };

  async function collect(failure?: string) {
    const customerId = await newCustomer();
    const fields = { ...debit, signatureDate: '2026-11-01', mandateReference: 'T-1' };
    const { status, body } = await sandbox.call('POST', `/v2/customers/${customerId}/mandates`, fields);
    expect([status, body['status'], body['mandateReference']]).toEqual([201, 'valid', 'T-1']);
    if (failure) await sandbox.call('PUT', `/control/mandates/${body['id']}`, { failure });
    return (await recur({ customerId, mandateId: body['id'] }, { method: 'directdebit' })).body;
  }

  const fetchStatus = async (id: string) => (await sandbox.get(id)).body['status'] as string;
  const pass = (days: number) => sandbox.call('PUT', '/control/clock', { days });

  it('is pending, then paid after two days', async () => {
    const payment = await collect();
    expect(payment).toMatchObject({
      status: 'pending',
      details: { consumerAccount: debit.consumerAccount, signatureDate: '2026-11-01', dueDate: expect.any(String) },
    });
    await pass(1);
    expect(await fetchStatus(payment['id'])).toBe('pending');
    await pass(1);
    expect(await fetchStatus(payment['id'])).toBe('paid');
  });

  it("fails with the bank's reason", async () => {
    const { id } = await collect('AM04');
    await pass(2);
    expect((await sandbox.get(id)).body).toMatchObject({ status: 'failed', details: { bankReasonCode: 'AM04' } });
  });

  it.each([5, 55])('is charged back on day %i as planned', async (days) => {
    const { id } = await collect();
    const plan = [
      { days: 2, status: 'paid' },
      { days, status: 'chargeback', reason: 'MD06' },
    ];
    await sandbox.call('PUT', `/control/payments/${id}`, { plan });
    await pass(days - 1);
    expect((await sandbox.get(id)).body['amountChargedBack']).toBeUndefined();
    await pass(1);
    expect((await sandbox.get(id)).body).toMatchObject({ status: 'paid', amountChargedBack: { value: '14.99' } });
    const { _embedded } = (await sandbox.call('GET', `/v2/payments/${id}/chargebacks`)).body;
    expect(_embedded.chargebacks[0].reason.code).toBe('MD06');
  });

  it.each([
    ['method', { method: 'creditcard' }],
    ['consumerName', { consumerName: '' }],
    ['consumerAccount', { consumerAccount: 'four' }],
    ['signatureDate', { signatureDate: 'today' }],
  ])('has its mandate refused with an error about %s', async (field, wrong) => {
    const answer = await sandbox.call('POST', `/v2/customers/${await newCustomer()}/mandates`, { ...debit, ...wrong });
    expect(answer.body).toMatchObject({ status: 422, field });
  });
});

describe('a bank transfer', () => {
  it('tells where to send the money, and shows its reference on the pay page', async () => {
    const made = await sandbox.create({ method: 'banktransfer' });
    expect(made['details']).toEqual({
      bankName: expect.any(String),
      bankAccount: expect.stringMatching(/^NL/),
      bankBic: expect.any(String),
      transferReference: expect.stringMatching(/^RF12(-\d{4}){3}$/),
    });
    expect(await (await sandbox.page(made['id'])).text()).toContain(made['details'].transferReference);
  });

  it('is paid on day 3 if planned, and otherwise expires after 14 days', async () => {
    const [paid, left] = [
      await sandbox.create({ method: 'banktransfer' }),
      await sandbox.create({ method: 'banktransfer' }),
    ];
    await sandbox.call('PUT', `/control/payments/${paid['id']}`, { plan: [{ days: 3, status: 'paid' }] });
    await sandbox.call('PUT', '/control/clock', { days: 3 });
    expect([(await sandbox.get(paid['id'])).body['status'], (await sandbox.get(left['id'])).body['status']]).toEqual([
      'paid',
      'open',
    ]);
    await sandbox.call('PUT', '/control/clock', { days: 11 });
    expect((await sandbox.get(left['id'])).body['status']).toBe('expired');
  });
});
