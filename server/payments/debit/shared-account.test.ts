import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { collected, newestCode, nextAccount, start } from '../../../tests/support/direct-debit.ts';
import { type Shop, openShop } from '../../../tests/support/payments.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** The time bonus of 25 %, on a bundle for 19.99. */
const [reduced, full] = [1_499, 1_999];

it.each([{ discount_code: undefined }, { discount_code: 'TIMEBONUS25' }])(
  'a bank account that used the first-purchase discount pays full price elsewhere: $discount_code (MON-22)',
  async ({ discount_code }) => {
    const iban = nextAccount();
    const first = await collected(shop, { iban }, await shop.newcomer());
    expect(first.answer.body.payment).toMatchObject({ amount: reduced, discount_code: 'TIMEBONUS25' });
    const second = await shop.newcomer();
    const order = { bundle: 'medium', ...(discount_code !== undefined && { discount_code }) };
    const shown = (await second.call('quoteOrder', order)).body;
    expect(shown).toMatchObject({ total: reduced, discount_used_by_account: false });
    const { body: debit } = await start(second, { iban, ...order, total: shown.total });
    // The code and the mandate agree to this price.
    expect(debit).toMatchObject({ amount: full, discount_code: null });
    expect(debit.mandate.text.join(' ')).toContain('19.99');
    expect((await second.call('quoteOrder', { ...order, debit: debit.id })).body).toMatchObject({
      total: full,
      discount: null,
      discount_used_by_account: true,
    });
    const code = await newestCode(shop.test);
    const given = await second.call('confirmDirectDebit', { id: debit.id, code });
    expect(given.body).toMatchObject({ payment: { amount: full, discount_code: null } });
    // The member keeps the discount for an order paid by other means.
    expect((await second.call('quoteOrder', order)).body.total).toBe(reduced);
  },
);

it('a single-use code that a bank account has used is refused when a direct debit starts', async () => {
  const iban = nextAccount();
  const code = await addCode();
  const named = { iban, discount_code: code };
  expect((await collected(shop, named)).answer.status).toBe(200);
  const second = await shop.test.member();
  expect(await start(second, named)).toMatchObject({ status: 409, body: { error: 'code.used' } });
  expect((await start(second, { iban })).status).toBe(200);
});

it('a bank account that is used by another member between code and mandate changes the price', async () => {
  const iban = nextAccount();
  const slower = await shop.newcomer();
  const { body: debit } = await start(slower, { iban });
  expect(debit.amount).toBe(reduced);
  const code = await newestCode(shop.test);
  await collected(shop, { iban }, await shop.newcomer());
  const refused = await slower.call('confirmDirectDebit', { id: debit.id, code });
  expect(refused.body).toMatchObject({ error: 'payment.price-changed' });
  expect((await start(slower, { iban, idempotency_key: randomUUID() })).body.amount).toBe(full);
});

async function addCode(): Promise<string> {
  const code = `ACCOUNT-${randomUUID().slice(0, 8)}`.toUpperCase();
  await shop.test.sql(
    `insert into discount_codes (code, scope, percentage, valid_from, created_at) values ($1, 'default', 10, now() - interval '1 day', now())`,
    [code],
  );
  return code;
}
