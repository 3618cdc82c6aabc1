import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startReceiver } from '../payment-provider/testing.ts';
import { startStripeSandbox, stripeTestSecret } from './testing.ts';

const form = {
  mode: 'payment',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'eur',
  'line_items[0][price_data][unit_amount]': '1499',
  'line_items[0][price_data][product_data][name]': '120 credits',
  'allowed_payment_method_types[0]': 'card',
  'payment_intent_data[description]': '120 credits',
  success_url: 'http://shop.test/transactions/1',
  cancel_url: 'http://shop.test/transactions/1',
  locale: 'de',
};

let sandbox: Awaited<ReturnType<typeof startStripeSandbox>>;
beforeAll(async () => {
  sandbox = await startStripeSandbox();
});
afterAll(() => sandbox.close());

const create = async (more: object = {}) =>
  (await sandbox.call('POST', '/v1/checkout/sessions', { ...form, ...more })).body;
const read = async (id: string) =>
  (await sandbox.call('GET', `/v1/checkout/sessions/${id}?expand[0]=payment_intent.latest_charge`)).body;

describe('the API', () => {
  it('refuses what the provider does not know, or knows no more', async () => {
    expect(await create({ sort: 'new' })).toMatchObject({ error: { code: 'parameter_unknown', param: 'sort' } });
    expect(await create({ 'payment_method_types[0]': 'card' })).toMatchObject({
      error: { type: 'invalid_request_error', code: 'payment_method_types_no_longer_supported' },
    });
    expect(await create({ 'allowed_payment_method_types[0]': 'cash' })).toMatchObject({
      error: { type: 'invalid_request_error' },
    });
    expect((await sandbox.call('GET', '/v1/checkout/sessions/cs_test_none')).body).toMatchObject({
      error: { code: 'resource_missing' },
    });
  });

  it('writes other objects out where it is asked to', async () => {
    const { id } = await create();
    await sandbox.press(id, 'pay');
    expect(await read(id)).toMatchObject({ payment_intent: { latest_charge: { object: 'charge', amount: 1_499 } } });
    const { body } = await sandbox.call('GET', `/v1/checkout/sessions/${id}`);
    expect(body['payment_intent']).toMatch(/^pi_/);
    expect(JSON.stringify(body)).not.toContain('sandbox"');
  });
});

describe('the pay page', () => {
  it.each([
    ['pay', 'complete', 'paid'],
    ['fail', 'complete', 'unpaid'],
    ['cancel', 'expired', 'unpaid'],
    ['open', 'open', 'unpaid'],
  ])('ends with %s as %s and %s, and leads back', async (action, status, paid) => {
    const { id, url } = await create();
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Testzahlung')]);
    const answer = await sandbox.press(id, action);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://shop.test/transactions/1']);
    expect(await read(id)).toMatchObject({ status, payment_status: paid });
  });

  it('charges back and takes it back', async () => {
    const { id } = await create();
    await sandbox.press(id, 'pay');
    await sandbox.press(id, 'chargeback');
    const intent = (await read(id))['payment_intent'].id as string;
    const disputes = async () => (await sandbox.call('GET', `/v1/disputes?payment_intent=${intent}`)).body['data'];
    expect(await disputes()).toMatchObject([{ status: 'needs_response', amount: 1_499 }]);
    await sandbox.press(id, 'reverse');
    expect(await disputes()).toMatchObject([{ status: 'won' }]);
  });
});

it('signs a webhook anew with each attempt, so that the provider’s own client accepts it', async () => {
  const receiver = await startReceiver([500]);
  let now = Date.now() - 60_000;
  const sending = await startStripeSandbox({
    webhookUrl: () => receiver.url,
    webhookRetryDelaysMs: [1],
    now: () => (now += 1_000),
  });
  const { body: made } = await sending.call('POST', '/v1/checkout/sessions', form);
  await sending.call('PUT', `/control/payments/${made['id']}`, { status: 'paid' });
  const received = await receiver.waitFor(2);
  const signatures = received.map(({ headers }) => String(headers['stripe-signature']));
  expect(new Set(signatures).size).toBe(2);
  for (const [index, { body }] of received.entries()) {
    const event = Stripe.webhooks.constructEvent(body, signatures[index] ?? '', stripeTestSecret);
    expect(event).toMatchObject({ type: 'checkout.session.completed', data: { object: { id: made['id'] } } });
  }
  await sending.close();
  await receiver.close();
});

it('keeps everything across a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-sandbox-'));
  const dataFile = join(folder, 'stripe.json');
  const first = await startStripeSandbox({ dataFile });
  const { body } = await first.call('POST', '/v1/checkout/sessions', form);
  await first.press(body['id'] as string, 'pay');
  await first.close();
  const second = await startStripeSandbox({ dataFile });
  const kept = await second.call('GET', `/v1/checkout/sessions/${body['id']}`);
  expect(kept.body).toMatchObject({ status: 'complete', payment_status: 'paid' });
  await second.close();
  await rm(folder, { recursive: true });
});
