import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { startSandbox, testKey } from '../../mocks/payment-provider/testing.ts';
import { startStripeSandbox, stripeTestKey, stripeTestSecret } from '../../mocks/stripe-provider/testing.ts';
import { type TestApp, createTestApp } from '../../tests/support/test-app.ts';

const device = 'tablet.test:3000';
let closers: (() => Promise<void>)[];
let test: TestApp;
beforeAll(async () => {
  const [first, second] = await Promise.all([startSandbox(), startStripeSandbox()]);
  test = await createTestApp({
    paymentProvider: { url: first.url, apiKey: testKey, embedded: true },
    stripe: { url: second.url, apiKey: stripeTestKey, webhookSecrets: [stripeTestSecret], embedded: true },
  });
  const providers = JSON.stringify({ credit_card: 'stripe' });
  await test.sql(
    `insert into setting_scopes (scope, values) values ('default', jsonb_build_object('payment_providers', $1::jsonb))
     on conflict (scope) do update set values = setting_scopes.values || excluded.values`,
    [providers],
  );
  test.context.sites.clear();
  closers = [first.close, second.close, test.close];
});
afterAll(async () => {
  for (const close of closers) await close();
});

it.each([
  ['ideal', /\/sandbox\/pay\/tr_/],
  ['credit_card', /\/sandbox\/pay\/cs_test_/],
])("the pay page for %s is shown under the site's own origin", async (paymentmethod, path) => {
  const buyer = await test.member();
  const order = { bundle: 'medium', paymentmethod, idempotency_key: randomUUID() };
  const { body } = await buyer.call('createPayment', order, { host: device });
  const page = new URL(body.redirect_url ?? '');
  expect(page.origin).toBe(`http://${device}`);
  expect(page.pathname).toMatch(path);
  const shown = await test.app.server.inject({ url: page.pathname, headers: { host: device } });
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const paid = await test.app.server.inject({
    method: 'POST',
    url: page.pathname,
    headers: { host: device, origin: page.origin, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'action=pay',
  });
  expect(paid.headers.location).toBe(`http://${device}/transactions/${body.payment.payment_id}`);
  // Polls ask the provider only after a pause.
  test.clock.move(4_000);
  const { body: seen } = await buyer.call('getPayment', { id: body.payment.payment_id });
  expect(seen.payment.status).toBe('completed');
});
