import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderFields, startReceiver, startSandbox } from './testing.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

describe('creating a payment', () => {
  it('answers 201 with an open payment and a link to the pay page', async () => {
    const metadata = { order: 'o-1' };
    const answer = await sandbox.call('POST', '/v2/payments', {
      ...orderFields,
      method: 'ideal',
      metadata,
      locale: 'nl_NL',
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('content-type')).toMatch(/^application\/hal\+json/);
    const { id } = answer.body;
    expect(id).toMatch(/^tr_[A-Za-z0-9]{22}$/);
    expect(answer.body).toMatchObject({
      resource: 'payment',
      mode: 'test',
      status: 'open',
      method: 'ideal',
      metadata,
      profileId: 'pfl_Tealight01',
      isCancelable: false,
      amount: orderFields.amount,
      redirectUrl: orderFields.redirectUrl,
      webhookUrl: null,
      _links: { self: { href: `${sandbox.url}/v2/payments/${id}` }, checkout: { href: `${sandbox.url}/pay/${id}` } },
    });
    expect(answer.body['createdAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    expect((await sandbox.get(id)).body).toEqual(answer.body);
  });

  it.each([
    ['amount', { amount: undefined }],
    ['amount.value', { amount: { currency: 'EUR', value: '14.9' } }],
    ['amount.value', { amount: { currency: 'EUR', value: 14.99 } }],
    ['amount.value', { amount: { currency: 'JPY', value: '100.00' } }],
    ['amount.currency', { amount: { currency: 'XXX', value: '1.00' } }],
    ['amount', { amount: { currency: 'EUR', value: '0.00' } }],
    ['amount', { amount: { currency: 'EUR', value: '999.01' }, method: 'paysafecard' }],
    ['description', { description: ' ' }],
    ['description', { description: 'a'.repeat(256) }],
    ['redirectUrl', { redirectUrl: undefined }],
    ['redirectUrl', { redirectUrl: 'javascript:alert(1)' }],
    ['webhookUrl', { webhookUrl: 'ftp://shop.test' }],
    ['locale', { locale: 'xx_XX' }],
    ['method', { method: 'sofort' }],
    ['method', { method: 'blik' }],
    ['metadata', { metadata: 'a'.repeat(1025) }],
  ])('refuses a wrong %s with 422 and the name of the field (%j)', async (field, change) => {
    const answer = await sandbox.call('POST', '/v2/payments', { ...orderFields, ...change });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ status: 422, title: 'Unprocessable Entity', field });
    expect(answer.headers.get('content-type')).toMatch(/^application\/hal\+json/);
  });

  it('refuses a body that is not JSON with 400 in the same format', async () => {
    const response = await fetch(`${sandbox.url}/v2/payments`, {
      method: 'POST',
      headers: { authorization: 'Bearer test_key', 'content-type': 'application/json' },
      body: '{',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ status: 400, title: 'Bad Request' });
  });

  it.each(['', 'Bearer wrong', 'test_key'])('refuses the authorization "%s" with 401', async (authorization) => {
    const answer = await sandbox.call('POST', '/v2/payments', orderFields, { authorization });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ status: 401, title: 'Unauthorized Request', _links: { documentation: {} } });
  });
});

describe('Idempotency-Key', () => {
  it('creates one payment for 20 parallel calls and a later call with another body (FLT-07)', async () => {
    const headers = { 'idempotency-key': 'order-1' };
    const payments = await Promise.all(Array.from({ length: 20 }, () => sandbox.create({}, headers)));
    const later = await sandbox.create({ description: 'something else' }, headers);
    expect(new Set([...payments, later].map(({ id }) => id as string)).size).toBe(1);
    expect(later['description']).toBe('120 credits');
  });

  it('creates a separate payment for each key and for each call without a key', async () => {
    const ids = await Promise.all([
      sandbox.create({}, { 'idempotency-key': 'a' }),
      sandbox.create({}, { 'idempotency-key': 'b' }),
      sandbox.create(),
      sandbox.create(),
    ]);
    expect(new Set(ids.map(({ id }) => id as string)).size).toBe(4);
  });

  it('is not consumed by a refused call', async () => {
    const headers = { 'idempotency-key': 'refused-first' };
    expect((await sandbox.call('POST', '/v2/payments', { ...orderFields, description: '' }, headers)).status).toBe(422);
    expect((await sandbox.call('POST', '/v2/payments', orderFields, headers)).status).toBe(201);
  });
});

describe('reading and canceling', () => {
  it('answers 404 for an unknown payment', async () => {
    expect((await sandbox.get('tr_unknown')).body).toMatchObject({ status: 404, title: 'Not Found' });
  });

  it('lists the newest first, page by page', async () => {
    const first = await sandbox.create();
    const second = await sandbox.create();
    const third = await sandbox.create();
    const page = await sandbox.call('GET', '/v2/payments?limit=2');
    expect(page.body['_embedded'].payments.map(({ id }: { id: string }) => id)).toEqual([third['id'], second['id']]);
    const next = new URL(page.body['_links'].next.href);
    const rest = await sandbox.call('GET', next.pathname + next.search);
    expect(rest.body['_embedded'].payments[0].id).toBe(first['id']);
    expect((await sandbox.call('GET', '/v2/payments?limit=251')).body).toMatchObject({ status: 400, field: 'limit' });
  });

  it('refuses to cancel a payment that ends by itself', async () => {
    for (const method of ['ideal', 'creditcard', 'paypal']) {
      const { id } = await sandbox.create({ method });
      expect((await sandbox.call('DELETE', `/v2/payments/${id}`)).status).toBe(422);
    }
  });

  it('cancels an open transfer once and sends a webhook', async () => {
    const receiver = await startReceiver();
    const made = await sandbox.create({ webhookUrl: receiver.url, method: 'banktransfer' });
    const { id } = made;
    expect(made['isCancelable']).toBe(true);
    const canceled = await sandbox.call('DELETE', `/v2/payments/${id}`);
    expect(canceled.body['status']).toBe('canceled');
    expect(canceled.body['isCancelable']).toBeUndefined();
    expect(canceled.body['canceledAt']).toBeDefined();
    expect(canceled.body['_links'].checkout).toBeUndefined();
    expect((await sandbox.call('DELETE', `/v2/payments/${id}`)).status).toBe(422);
    expect(await receiver.waitFor(1)).toHaveLength(1);
    await receiver.close();
  });

  it('expires an open payment when it is overdue', async () => {
    let now = Date.now();
    const receiver = await startReceiver();
    const clocked = await startSandbox({ now: () => now });
    const { id } = await clocked.create({ method: 'ideal', webhookUrl: receiver.url });
    now += 14 * 60_000;
    expect((await clocked.get(id)).body['status']).toBe('open');
    now += 2 * 60_000;
    expect((await clocked.get(id)).body).toMatchObject({ status: 'expired', expiredAt: expect.any(String) });
    expect((await receiver.waitFor(1))[0]?.body).toBe(`id=${id}`);
    await clocked.close();
    await receiver.close();
  });
});
