import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestApp, createTestApp } from '../../tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('a quote has the price in the member’s country and the tax within it', async () => {
  const member = await test.member({ paid: true });
  const { status, body } = await member.call('quoteOrder', { bundle: 'medium' });
  expect(status).toBe(200);
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
});

it('a quote for an unknown bundle is refused', async () => {
  const member = await test.member();
  const { status, body } = await member.call('quoteOrder', { bundle: 'huge' });
  expect({ status, error: body.error }).toEqual({ status: 422, error: 'bundle.not-found' });
});
