import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startReceiver } from '../payment-provider/testing.ts';
import { startStripeSandbox, stripeTestKey, stripeTestSecret } from './testing.ts';

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
  it('refuses unknown and retired parameters, unknown methods and unknown sessions', async () => {
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
});

describe('the pay page', () => {
  it.each([
    ['pay', 'complete', 'paid'],
    ['cancel', 'open', 'unpaid'],
    ['open', 'open', 'unpaid'],
  ])('on %s leaves the session %s and %s, and redirects back', async (action, status, paid) => {
    const { id, url } = await create();
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Test payment')]);
    const answer = await sandbox.press(id, action);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://shop.test/transactions/1']);
    expect(await read(id)).toMatchObject({ status, payment_status: paid });
  });

  it('stays open after a declined card, so that another card can be used', async () => {
    const { id } = await create();
    expect((await sandbox.press(id, 'fail')).headers.get('location')).toBe(id);
    const declined = await read(id);
    expect(declined).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: { status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } },
    });
    await sandbox.press(id, 'pay');
    expect(await read(id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: { id: declined['payment_intent'].id, status: 'succeeded', last_payment_error: null },
    });
  });
});

it('each attempt of a webhook is signed again, and the provider’s own client accepts it', async () => {
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

it('a paid session survives a restart', async () => {
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

describe('the events', () => {
  async function told(
    count: number,
    act: (sending: Awaited<ReturnType<typeof startStripeSandbox>>, id: string) => Promise<unknown>,
  ) {
    const receiver = await startReceiver();
    const sending = await startStripeSandbox({ webhookUrl: () => receiver.url });
    const { body } = await sending.call('POST', '/v1/checkout/sessions', form);
    await act(sending, body['id'] as string);
    // Sends a final event to reveal both missing and surplus events.
    await sending.call('PUT', `/control/payments/${body['id']}`, { webhooks: { type: 'end' }, await: true });
    const types = (await receiver.waitFor(count + 1)).map((one) => (JSON.parse(one.body) as { type: string }).type);
    await Promise.all([sending.close(), receiver.close()]);
    return types.filter((type) => type !== 'end').sort();
  }

  it('cover the charge, the intent and the session of a payment', async () => {
    expect(await told(3, (at, id) => at.press(id, 'pay'))).toEqual([
      'charge.succeeded',
      'checkout.session.completed',
      'payment_intent.succeeded',
    ]);
  });

  it('are named after what happened to a refund or a dispute', async () => {
    const paid = { status: 'paid', webhooks: { times: 0 } };
    const back = await told(2, async (at, id) => {
      await at.call('PUT', `/control/payments/${id}`, paid);
      await at.call('POST', `/control/payments/${id}/refund`, {});
    });
    expect(back).toEqual(['charge.refunded', 'refund.created']);
    const inquiry = await told(2, async (at, id) => {
      await at.call('PUT', `/control/payments/${id}`, paid);
      const { body } = await at.call('POST', `/control/payments/${id}/chargeback`, {
        status: 'warning_needs_response',
      });
      expect(body['is_charge_refundable']).toBe(true);
      await at.call('PUT', `/control/disputes/${body['id']}`, { status: 'warning_closed', await: true });
    });
    expect(inquiry).toEqual(['charge.dispute.closed', 'charge.dispute.created']);
  });
});

it('a repeated idempotency key gets the first response again, even if that was a server error', async () => {
  const headers = { authorization: `Bearer ${stripeTestKey}`, 'idempotency-key': 'one' };
  const send = async () => {
    const answer = await fetch(`${sandbox.url}/v1/checkout/sessions`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
    });
    return [answer.status, answer.headers.get('idempotent-replayed'), (await answer.json()) as object] as const;
  };
  await sandbox.call('PUT', '/control/faults', { mode: 'error500', times: 1 });
  const first = await send();
  expect(first.slice(0, 2)).toEqual([500, null]);
  expect(await send()).toEqual([500, 'true', first[2]]);
  headers['idempotency-key'] = 'two';
  const made = await send();
  await sandbox.press((made[2] as { id: string }).id, 'pay');
  expect(await send()).toEqual([200, 'true', made[2]]);
});
