import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { type Shop, openShop } from '../../tests/support/payments.ts';
import { cardsAt } from '../../tests/support/stored-cards.ts';
import type { TestClient } from '../../tests/support/test-app.ts';
import { dayMs } from '../platform/clock.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
afterEach(() => shop.test.clock.set(new Date()));

let count = 0;
async function addCode(columns: Record<string, unknown> = {}): Promise<string> {
  const code = `SPRING-${(count += 1)}`;
  const row = { code, scope: 'default', percentage: 10, valid_from: new Date(0), created_at: new Date(0), ...columns };
  const names = Object.keys(row);
  await shop.test.sql(
    `insert into discount_codes (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
  return code;
}
const look = (member: TestClient, code: string, more: object = {}) => member.call('getDiscountCode', { code, ...more });
const settle = async (paymentId: string, status: string) =>
  shop.control(await shop.providerId(paymentId), { status, webhooks: { times: 1 }, await: true });

describe('a discount code', () => {
  it('is answered with the fields of the specification, however it is typed', async () => {
    const member = await shop.test.member();
    const end = new Date(Date.now() + dayMs);
    const code = await addCode({ minimum: 1_500, currency: 'EUR', country: 'NL', valid_until: end });
    expect((await look(member, ` ${code.toLowerCase()} `, { bundle: 'medium', country: 'NL' })).body).toEqual({
      code,
      percentage: 10,
      minimum: 1_500,
      country: 'NL',
      currency: 'EUR',
      expires: end.toISOString(),
      status: 'active',
    });
  });

  it('reduces the order, its quote and the list of bundles', async () => {
    const member = await shop.test.member();
    const code = await addCode();
    expect((await member.call('quoteOrder', { bundle: 'medium', discount_code: code })).body).toMatchObject({
      list_amount: 1_999,
      amount: 1_799,
      total: 1_799,
      vat_amount: 312,
      discount: { code, percentage: 10, expires: null },
    });
    const { bundles } = (await member.call('listBundles', { discount_code: code })).body;
    expect(bundles.find(({ id }) => id === 'medium')?.reduced).toMatchObject({ list_amount: 1_999, amount: 1_799 });
    const { payment } = (await shop.order(member, { discount_code: code })).body;
    expect(payment).toMatchObject({ list_amount: 1_999, amount: 1_799, vat_amount: 312, discount_code: code });
    const { body } = await shop.sandbox.get(await shop.providerId(payment.payment_id));
    expect(body['amount']).toEqual({ currency: 'EUR', value: '17.99' });
    await settle(payment.payment_id, 'paid');
    const money = await shop.test.sql('select amount from money_entries where payment_id = $1', [payment.payment_id]);
    expect(money).toEqual([{ amount: 1_799 }]);
  });

  it('replaces the time bonus, so that no order has two discounts (MON-23)', async () => {
    const member = await shop.newcomer();
    const code = await addCode();
    expect((await shop.order(member, { discount_code: code })).body.payment.amount).toBe(1_799);
    const both = await shop.order(member, { discount_code: `${code} TIMEBONUS25` });
    expect(both).toMatchObject({ status: 404, body: { error: 'code.not-found' } });
    const [{ payment_id: paymentId }] = (await shop.test.sql(
      'select payment_id from discount_claims where member_id = $1',
      [member.id],
    )) as [{ payment_id: string }];
    await expect(
      shop.test.sql(
        `insert into discount_claims (member_id, payment_id, slot, number, code, holders, claimed_at) values ($1, $2, 'x', 1, 'X', '{}', now())`,
        [member.id, paymentId],
      ),
    ).rejects.toMatchObject({ constraint: 'discount_claims_pkey' });
  });

  it('is refused in the same words whether unknown, not in force, used up or not for this order (ABU-07, MON-24)', async () => {
    const [member, other] = [await shop.test.member(), await shop.test.member()];
    const yesterday = new Date(Date.now() - dayMs);
    const tomorrow = new Date(Date.now() + dayMs);
    const codes = [
      'NO-SUCH-CODE',
      await addCode({ ended_at: yesterday }),
      await addCode({ valid_until: yesterday }),
      await addCode({ valid_from: tomorrow }),
      await addCode({ member_id: other.id }),
      await addCode({ scope: 'niche:3' }),
      await addCode({ scope: 'domain:elsewhere.test' }),
      await addCode({ country: 'PL' }),
      await addCode({ minimum: 2_000, currency: 'EUR' }),
      await addCode({ minimum: 100, currency: 'SEK' }),
      await addCode({ uses_max: 1, uses: 1 }),
    ];
    const answers = new Set<string>();
    for (const code of codes) {
      for (const { status, body } of [
        await look(member, code, { bundle: 'medium' }),
        await member.call('quoteOrder', { bundle: 'medium', discount_code: code }),
        await shop.order(member, { discount_code: code }),
      ]) {
        const { trace: _, ...rest } = body;
        answers.add(JSON.stringify([status, rest]));
      }
    }
    expect([...answers]).toEqual([JSON.stringify([404, { error: 'code.not-found', message: 'Code not found' }])]);
    expect((await member.call('quoteOrder', { bundle: 'medium' })).body.total).toBe(1_999);
    expect(await shop.test.sql('select 1 from payments where member_id = $1', [member.id])).toEqual([]);
  });

  it('overrides the same code of a wider scope', async () => {
    const member = await shop.test.member();
    const code = await addCode();
    await shop.test.sql(
      `insert into discount_codes (code, scope, percentage, valid_from, created_at) values ($1, 'niche:1', 15, now(), now())`,
      [code],
    );
    shop.test.clock.move(1_000);
    expect((await look(member, code)).body.percentage).toBe(15);
  });

  it('of 25 % or more is refused for 30 days after a time bonus that ended unused (LEG-08)', async () => {
    const code = await addCode({ percentage: 25 });
    expect(await look(await shop.test.member(), code)).toMatchObject({ status: 404 });
    for (const days of [0, 31]) {
      const member = await shop.newcomer();
      await shop.test.sql(`update members set signup_at = signup_at - $2 * interval '1 day' where member_id = $1`, [
        member.id,
        days,
      ]);
      expect((await look(member, code)).body.percentage).toBe(25);
    }
  });

  it('reduces the lowest price of the last 30 days (LEG-10)', async () => {
    const member = await shop.test.member({ country: 'AT', town: 'at-wien' });
    await shop.setPrice('large', 'AT', 5_499);
    shop.test.clock.move(1_000);
    const code = await addCode();
    expect((await member.call('quoteOrder', { bundle: 'large' })).body.total).toBe(5_499);
    expect((await member.call('quoteOrder', { bundle: 'large', discount_code: code })).body).toMatchObject({
      list_amount: 4_499,
      amount: 4_049,
      discount: { percentage: 10 },
    });
  });

  it('reduces a lower price that ended 25 days ago, but not one that ended 31 days ago (LEG-10)', async () => {
    const member = await shop.test.member({ country: 'BE', town: 'be-antwerpen' });
    const code = await addCode();
    const now = shop.test.clock.now().getTime();
    const setPriceBefore = async (days: number, bundle: string, amount: number) => {
      shop.test.clock.set(new Date(now - days * dayMs));
      await shop.setPrice(bundle, 'BE', amount);
    };
    for (const [bundle, ended] of [
      ['small', 25],
      ['medium', 31],
    ] as const) {
      await setPriceBefore(60, bundle, 800);
      await setPriceBefore(ended, bundle, 3_000);
    }
    shop.test.clock.set(new Date(now));
    const quote = async (bundle: string) => (await member.call('quoteOrder', { bundle, discount_code: code })).body;
    expect(await quote('small')).toMatchObject({ list_amount: 800, amount: 720, discount: { percentage: 10 } });
    expect(await quote('medium')).toMatchObject({ list_amount: 3_000, amount: 2_700, discount: { percentage: 10 } });
  });

  it('never reduces a price below the least amount that a provider charges (MON-23)', async () => {
    const member = await shop.newcomer();
    const { payment } = (await shop.order(member, { discount_code: await addCode({ percentage: 100 }) })).body;
    expect(payment.amount).toBe(50);
  });
});

describe('the uses of a code', () => {
  it('are limited for each member, even if twenty orders arrive at once', async () => {
    const member = await shop.test.member();
    const code = await addCode({ member_uses_max: 3 });
    const orders = await Promise.all(Array.from({ length: 20 }, () => shop.order(member, { discount_code: code })));
    expect(orders.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(orders.filter(({ body }) => body.error === 'code.used')).toHaveLength(17);
  });

  it('are limited in total, even if twenty members order at once, and come back when orders fail', async () => {
    const code = await addCode({ uses_max: 2 });
    const members = await Promise.all(Array.from({ length: 20 }, () => shop.test.member()));
    const orders = await Promise.all(members.map((member) => shop.order(member, { discount_code: code })));
    const placed = orders.filter(({ status }) => status === 200);
    expect(placed).toHaveLength(2);
    const uses = () => shop.test.sql('select uses from discount_codes where code = $1', [code]);
    expect(await uses()).toEqual([{ uses: 2 }]);
    for (const { body } of placed) await settle(body.payment.payment_id, 'failed');
    expect(await uses()).toEqual([{ uses: 0 }]);
    expect((await shop.order(members[0]!, { discount_code: code })).status).toBe(200);
  });
});

describe('the price history', () => {
  it('cannot be updated or deleted (LEG-10)', async () => {
    for (const change of ['update bundle_prices set amount = 1', 'delete from bundle_prices'])
      await expect(shop.test.sql(change)).rejects.toMatchObject({ constraint: 'bundle_prices_history' });
  });

  it('accepts a price that takes effect later', async () => {
    const member = await shop.test.member({ country: 'IE', town: 'ie-dublin' });
    await shop.test.sql(`insert into bundle_prices values ('default', 'small', 'IE', 1299, 'EUR', $1)`, [
      new Date(Date.now() + dayMs),
    ]);
    const total = async () => (await member.call('quoteOrder', { bundle: 'small' })).body.total;
    expect(await total()).toBe(999);
    shop.test.clock.move(dayMs + 1_000);
    expect(await total()).toBe(1_299);
  });
});

it('a code for a single use is used up by a card, even if another account typed its number (MON-22)', async () => {
  const { withCard, repeat } = cardsAt(() => shop);
  const code = await addCode();
  const typed = await shop.order(await shop.test.member(), { paymentmethod: 'credit_card', discount_code: code });
  const id = await shop.providerId(typed.body.payment.payment_id);
  await shop.control(id, { status: 'paid', card: 'visa', webhooks: { times: 1 }, await: true });
  const { buyer, card } = await withCard('visa');
  const named = { discount_code: code };
  expect(await repeat(buyer, card, named)).toMatchObject({ status: 409, body: { error: 'code.used' } });
  const other = await withCard('mastercard');
  expect((await repeat(other.buyer, other.card, named)).status).toBe(200);
});
