import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderFields, startReceiver, startSandbox } from './testing.ts';

let now = Date.now();
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox({ now: () => now, webhookRetryDelaysMs: [1, 1, 1] });
});
afterAll(() => sandbox.close());

const euros = (value: string) => ({ currency: 'EUR', value });
const control = (path: string, fields?: object) => sandbox.call('PUT', `/control/${path}`, fields);
const fetchStatus = async (id: string) => (await sandbox.get(id)).body['status'] as string;

async function createPaid(fields: Record<string, unknown> = {}): Promise<string> {
  const { id } = await sandbox.create(fields);
  await sandbox.press(id, 'pay');
  return id as string;
}

describe('creating a payment', () => {
  it('refuses a wrong field with 422 and its name', async () => {
    const wrong: [field: string, change: object][] = [
      ['amount', { amount: undefined }],
      ['amount.value', { amount: euros('14.9') }],
      ['amount.value', { amount: { currency: 'EUR', value: 14.99 } }],
      ['amount.value', { amount: { currency: 'JPY', value: '100.00' } }],
      ['amount.currency', { amount: { currency: 'XXX', value: '1.00' } }],
      ['amount', { amount: euros('0.00') }],
      ['amount', { amount: euros('999.01'), method: 'paysafecard' }],
      ['description', { description: ' ' }],
      ['description', { description: 'a'.repeat(256) }],
      ['redirectUrl', { redirectUrl: undefined }],
      ['redirectUrl', { redirectUrl: 'javascript:alert(1)' }],
      ['webhookUrl', { webhookUrl: 'ftp://shop.test' }],
      ['locale', { locale: 'xx_XX' }],
      ['method', { method: 'sofort' }],
      ['method', { method: 'blik' }],
      ['method', { method: 'directdebit' }],
      ['metadata', { metadata: 'a'.repeat(1025) }],
      ['customerId', { sequenceType: 'first', method: 'creditcard' }],
      ['customerId', { sequenceType: 'first', method: 'creditcard', customerId: 'cst_unknown' }],
      ['sequenceType', { sequenceType: 'second' }],
    ];
    for (const [field, change] of wrong) {
      const { status, body } = await sandbox.call('POST', '/v2/payments', { ...orderFields, ...change });
      expect([status, body], JSON.stringify(change)).toMatchObject([422, { title: 'Unprocessable Entity', field }]);
    }
  });

  it('refuses a body that is not JSON with 400, and a wrong key with 401', async () => {
    const headers = { authorization: 'Bearer test_key', 'content-type': 'application/json' };
    const response = await fetch(`${sandbox.url}/v2/payments`, { method: 'POST', headers, body: '{' });
    expect(await response.json()).toMatchObject({ status: 400, title: 'Bad Request' });
    for (const authorization of ['', 'Bearer wrong', 'test_key']) {
      const { status, body } = await sandbox.call('POST', '/v2/payments', orderFields, { authorization });
      expect([status, body], authorization).toMatchObject([401, { title: 'Unauthorized Request' }]);
    }
  });
});

describe('reading', () => {
  it('lists the newest first, page by page', async () => {
    const [first, second, third] = [await sandbox.create(), await sandbox.create(), await sandbox.create()];
    const page = await sandbox.call('GET', '/v2/payments?limit=2');
    expect(page.body['_embedded'].payments.map(({ id }: { id: string }) => id)).toEqual([third['id'], second['id']]);
    const next = new URL(page.body['_links'].next.href);
    const rest = await sandbox.call('GET', next.pathname + next.search);
    expect(rest.body['_embedded'].payments[0].id).toBe(first['id']);
    expect((await sandbox.call('GET', '/v2/payments?limit=251')).body).toMatchObject({ status: 400, field: 'limit' });
  });

  it('expires an open payment when it is overdue, and a transfer after 14 days unless its plan pays it', async () => {
    const receiver = await startReceiver();
    const { id } = await sandbox.create({ method: 'ideal', webhookUrl: receiver.url });
    const [paid, left] = [
      await sandbox.create({ method: 'banktransfer' }),
      await sandbox.create({ method: 'banktransfer' }),
    ];
    now += 14 * 60_000;
    expect(await fetchStatus(id)).toBe('open');
    now += 2 * 60_000;
    expect((await sandbox.get(id)).body).toMatchObject({ status: 'expired', expiredAt: expect.any(String) });
    expect((await receiver.waitFor(1))[0]?.body).toBe(`id=${id}`);
    await receiver.close();
    await control(`payments/${paid['id']}`, { plan: [{ days: 3, status: 'paid' }] });
    await control('clock', { days: 3 });
    expect([await fetchStatus(paid['id']), await fetchStatus(left['id'])]).toEqual(['paid', 'open']);
    await control('clock', { days: 11 });
    expect(await fetchStatus(left['id'])).toBe('expired');
  });
});

describe('mandates', () => {
  const newCustomer = async () => (await sandbox.call('POST', '/v2/customers', {})).body['id'] as string;
  const first = (customerId: string) => sandbox.create({ method: 'creditcard', sequenceType: 'first', customerId });
  const listMandates = async (customer: string) =>
    (await sandbox.call('GET', `/v2/customers/${customer}/mandates`)).body['_embedded'].mandates;
  const recur = async (whose: object, fields: object = {}) => {
    const order = { amount: euros('14.99'), description: 'again', sequenceType: 'recurring', ...whose, ...fields };
    return (await sandbox.call('POST', '/v2/payments', order)).body;
  };

  /** Stores a card with a paid first payment. */
  async function storeCard(card = 'visa') {
    const customerId = await newCustomer();
    const payment = await first(customerId);
    await control(`payments/${payment['id']}`, { status: 'paid', card });
    return { customerId, mandateId: payment['mandateId'] as string };
  }

  it('are pending until the first payment is paid by card, and invalid if it is canceled', async () => {
    const customerId = await newCustomer();
    const payment = await first(customerId);
    expect(await listMandates(customerId)).toMatchObject([{ id: payment['mandateId'], status: 'pending' }]);
    await sandbox.press(payment['id'], 'pay', 'mastercard');
    const details = { cardNumber: '4444', cardLabel: 'Mastercard', cardFingerprint: 'sandboxMastercard4444' };
    expect((await sandbox.get(payment['id'])).body['details']).toMatchObject({ ...details, cardSecurity: '3dsecure' });
    expect(await listMandates(customerId)).toMatchObject([
      { status: 'valid', details: { ...details, cardExpiryDate: '2033-08-31' } },
    ]);
    const other = await newCustomer();
    const canceled = await first(other);
    await sandbox.press(canceled['id'], 'cancel');
    expect(await listMandates(other)).toMatchObject([{ status: 'invalid' }]);
    await control(`mandates/${canceled['mandateId']}`, { status: 'valid' });
    expect(await listMandates(other)).toMatchObject([{ status: 'valid' }]);
  });

  it('charge only their own customer and method, and not once revoked', async () => {
    const [own, other] = [await storeCard(), await storeCard()];
    const refused = { status: 422, field: 'mandateId' };
    expect(await recur({ ...own, mandateId: other.mandateId })).toMatchObject(refused);
    expect(await recur(own, { method: 'directdebit' })).toMatchObject(refused);
    expect(await recur({ customerId: await newCustomer() })).toMatchObject(refused);
    const path = `/v2/customers/${own.customerId}/mandates/${own.mandateId}`;
    expect((await sandbox.call('DELETE', path)).status).toBe(204);
    expect((await sandbox.call('GET', path)).status).toBe(404);
    expect(await recur(own)).toMatchObject(refused);
  });

  const debit = { method: 'directdebit', consumerName: 'A. Sandbox', consumerAccount: 'NL55INGB0000000000' };

  it('for direct debit collect after two days, and are charged back as planned', async () => {
    const customerId = await newCustomer();
    const fields = { ...debit, signatureDate: '2026-11-01', mandateReference: 'T-1' };
    const { status, body: mandate } = await sandbox.call('POST', `/v2/customers/${customerId}/mandates`, fields);
    expect([status, mandate['status'], mandate['mandateReference']]).toEqual([201, 'valid', 'T-1']);
    const payment = await recur({ customerId, mandateId: mandate['id'] }, { method: 'directdebit' });
    const { id } = payment;
    const details = { consumerAccount: debit.consumerAccount, signatureDate: '2026-11-01' };
    expect(payment).toMatchObject({ status: 'pending', details: { ...details, dueDate: expect.any(String) } });
    const plan = [
      { days: 2, status: 'paid' },
      { days: 55, status: 'chargeback', reason: 'MD06' },
    ];
    await control(`payments/${id}`, { plan });
    await control('clock', { days: 1 });
    expect(await fetchStatus(id)).toBe('pending');
    await control('clock', { days: 53 });
    expect((await sandbox.get(id)).body).toMatchObject({ status: 'paid', amountRemaining: euros('14.99') });
    await control('clock', { days: 1 });
    expect((await sandbox.get(id)).body).toMatchObject({ status: 'paid', amountChargedBack: euros('14.99') });
    const { _embedded } = (await sandbox.call('GET', `/v2/payments/${id}/chargebacks`)).body;
    expect(_embedded.chargebacks[0].reason.code).toBe('MD06');
  });

  it('for direct debit are refused with the wrong field', async () => {
    const path = `/v2/customers/${await newCustomer()}/mandates`;
    const wrong = { method: 'creditcard', consumerName: '', consumerAccount: 'four', signatureDate: 'today' };
    for (const [field, value] of Object.entries(wrong))
      expect((await sandbox.call('POST', path, { ...debit, [field]: value })).body).toMatchObject({
        status: 422,
        field,
      });
  });
});

describe('refunds and chargebacks', () => {
  it('return a part, then the rest, and never more than was paid (MON-19)', async () => {
    const id = await createPaid();
    const refund = (fields: object, headers?: Record<string, string>) =>
      sandbox.call('POST', `/v2/payments/${id}/refunds`, fields, headers);
    const send = () => refund({ amount: euros('5.00') }, { 'idempotency-key': 'refund-1' });
    const parts = await Promise.all([send(), send(), send()]);
    expect(new Set(parts.map(({ body }) => body['id'] as string)).size).toBe(1);
    expect(parts[0]).toMatchObject({ status: 201, body: { status: 'pending', amount: euros('5.00'), paymentId: id } });
    expect((await refund({ amount: euros('10.00') })).body).toMatchObject({ status: 422, field: 'amount' });
    await refund({});
    const amounts = { amountRefunded: euros('14.99'), amountRemaining: euros('0.00') };
    expect((await sandbox.get(id)).body).toMatchObject({ status: 'paid', ...amounts });
    expect((await refund({})).status).toBe(422);
    const { _embedded } = (await sandbox.call('GET', `/v2/payments/${id}/refunds`)).body;
    expect(_embedded.refunds).toMatchObject([{ amount: euros('9.99') }, { amount: euros('5.00') }]);
  });

  it('send a webhook when they are made and when they complete', async () => {
    const receiver = await startReceiver();
    const id = await createPaid({ webhookUrl: receiver.url });
    await sandbox.call('POST', `/v2/payments/${id}/refunds`, { amount: euros('1.00') });
    await receiver.waitFor(2);
    now += 5000;
    const { _embedded: list } = (await sandbox.call('GET', `/v2/payments/${id}/refunds`)).body;
    expect(list.refunds).toMatchObject([{ status: 'refunded' }]);
    await receiver.waitFor(3);
    const { body } = await sandbox.call('POST', `/control/payments/${id}/refund`);
    expect(body).toMatchObject({ status: 'refunded', amount: euros('13.99') });
    expect(await receiver.waitFor(4)).toHaveLength(4);
    await receiver.close();
  });
});

describe('webhooks', () => {
  it('are sent as often as requested, and are all logged (MON-11)', async () => {
    const receiver = await startReceiver();
    const { id } = await sandbox.create({ webhookUrl: receiver.url });
    const order = { status: 'paid', webhooks: { times: 20, delay_ms: 5 }, await: true };
    expect((await control(`payments/${id}`, order)).body['webhooks'].delivered).toHaveLength(20);
    const form = { body: `id=${id}`, contentType: 'application/x-www-form-urlencoded' };
    expect(receiver.received).toHaveLength(20);
    for (const one of receiver.received) expect(one).toMatchObject(form);
    const log = await sandbox.call('GET', `/control/webhooks?payment=${id}`);
    expect(log.body['deliveries'].map(({ status }: { status: number }) => status)).toEqual(Array(20).fill(200));
    await receiver.close();
  });

  it('are retried until the receiver accepts them, and no longer', async () => {
    const receiver = await startReceiver([500, 302]);
    const { id } = await sandbox.create({ webhookUrl: receiver.url });
    await control(`payments/${id}`, { status: 'paid' });
    await receiver.waitFor(3);
    await control(`payments/${id}`, { status: 'paid', await: true });
    const { deliveries } = (await sandbox.call('GET', `/control/webhooks?payment=${id}`)).body;
    const tries = deliveries.map(({ attempt, status }: { attempt: number; status: number }) => `${attempt}: ${status}`);
    expect(tries).toEqual(['1: 500', '2: 302', '3: 200', '1: 200']);
    await receiver.close();
  });

  it('are dropped rather than awaited if they are still delayed when the server closes', async () => {
    const receiver = await startReceiver();
    const closing = await startSandbox();
    const { id } = await closing.create({ webhookUrl: receiver.url });
    await closing.call('PUT', `/control/payments/${id}`, { status: 'paid', webhooks: { delay_ms: 3_600_000 } });
    await closing.close();
    expect(receiver.received).toHaveLength(0);
    await receiver.close();
  });
});

describe('faults', () => {
  const order = (fault: Record<string, unknown>) => control('faults', fault);
  const countPayments = async () => (await sandbox.call('GET', '/v2/payments?limit=250')).body['count'] as number;

  it('drop stores the payment and cuts the connection, and a retry with the same key finds it (FLT-07)', async () => {
    const before = await countPayments();
    const headers = { 'idempotency-key': 'dropped' };
    await order({ mode: 'drop', times: 2 });
    await expect(sandbox.create({}, headers)).rejects.toThrow(TypeError);
    await expect(sandbox.create({}, headers)).rejects.toThrow(TypeError);
    expect(await sandbox.create({}, headers)).toMatchObject({ status: 'open' });
    expect(await countPayments()).toBe(before + 1);
  });

  it('with a count hit later calls and are not used up by a webhook that is still under way', async () => {
    const answers: number[] = [];
    const receiver = createServer((_request, response) => {
      void sandbox.get('tr_any').then(({ status }) => {
        answers.push(status);
        response.end();
      });
    });
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    for (let turn = 0; turn < 20; turn += 1) {
      const { id } = await sandbox.create({ webhookUrl, method: 'banktransfer' });
      // Sends a webhook without waiting for the receiver.
      await sandbox.call('DELETE', `/v2/payments/${id}`);
      await order({ mode: 'error500', times: 1 });
      expect((await sandbox.get('tr_any')).status).toBe(500);
    }
    expect([answers.length, new Set(answers)]).toEqual([20, new Set([404])]);
    receiver.close();
  });
});

const outside = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address;

it.skipIf(outside === undefined)('the control API answers 403 to callers from another machine', async () => {
  const open = await startSandbox({ host: '0.0.0.0' });
  expect((await fetch(`http://${outside}:${open.port}/control/webhooks`)).status).toBe(403);
  expect((await fetch(`http://${outside}:${open.port}/pay/tr_any`)).status).toBe(404);
  expect((await open.call('GET', '/control/webhooks')).status).toBe(200);
  await open.close();
});
