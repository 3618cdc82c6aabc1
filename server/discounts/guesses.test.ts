import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestApp, createTestApp } from '../../tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' } });
});
afterAll(() => test.close());

const from = (address: string) => ({ 'x-forwarded-for': address });

it('a member may guess ten codes an hour across calls and addresses, even concurrently (ABU-07)', async () => {
  const member = await test.member();
  const guess = (index: number) => {
    const code = `GUESS-${index}`;
    const headers = from(`203.0.113.${index}`);
    if (index % 3 === 0) return member.call('getDiscountCode', { code }, headers);
    if (index % 3 === 1) return member.call('quoteOrder', { bundle: 'small', discount_code: code }, headers);
    const order = { bundle: 'small', paymentmethod: 'ideal', idempotency_key: randomUUID(), discount_code: code };
    return member.call('createPayment', order, headers);
  };
  const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => guess(index)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 404)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(14);
  expect(answers.find(({ status }) => status === 429)?.body['retry_after']).toBeGreaterThan(3_000);
});

it('an address may be used to guess ten codes an hour across members (ABU-07)', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => test.member()));
  const statuses: number[] = [];
  for (let index = 0; index < 12; index += 1) {
    const code = `GUESS-${index}`;
    const { status } = await members[index % 4]!.call('getDiscountCode', { code }, from('198.51.100.7'));
    statuses.push(status);
  }
  expect(statuses.filter((status) => status === 404)).toHaveLength(10);
});

it('a valid code does not count as a guess', async () => {
  const member = await test.member();
  await test.sql(
    `insert into discount_codes (code, scope, percentage, valid_from, created_at) values ('KNOWN', 'default', 5, now() - interval '1 day', now())`,
  );
  for (let index = 0; index < 15; index += 1)
    expect((await member.call('getDiscountCode', { code: 'known' }, from('192.0.2.1'))).status).toBe(200);
});
