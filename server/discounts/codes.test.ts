import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, describe, expect, it } from 'vitest';

import { openShop } from '../../tests/support/payments.ts';
import { cardsAt } from '../../tests/support/stored-cards.ts';
import { type TestClient, createTestApp } from '../../tests/support/test-app.ts';
import { dayMs } from '../platform/clock.ts';
import { codeCommands } from './commands.ts';
import { runAsStaff } from '../../tests/support/as-staff.ts';

const shop = await openShop();
afterAll(shop.close);
afterEach(() => shop.test.clock.set(new Date()));

const { addCode } = shop;
const look = (member: TestClient, code: string, more: object = {}) => member.call('getDiscountCode', { code, ...more });
const settle = async (paymentId: PaymentId, status: string) => shop.deliver(await shop.providerId(paymentId), status);

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

  it('reduces the order, its price and the list of bundles', async () => {
    const member = await shop.test.member();
    const code = await addCode();
    expect((await member.call('priceOrder', { bundle: 'medium', discount_code: code })).body).toMatchObject({
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
    const second = `insert into discount_claims (member_id, payment_id, slot, number, code, redeemers, claimed_at)
                    select member_id, payment_id, 'x', 1, 'X', '{}', now() from discount_claims where member_id = $1`;
    await expect(shop.test.sql(second, [member.id])).rejects.toMatchObject({ constraint: 'discount_claims_pkey' });
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
        await member.call('priceOrder', { bundle: 'medium', discount_code: code }),
        await shop.order(member, { discount_code: code }),
      ]) {
        const { trace: _, ...rest } = body;
        answers.add(JSON.stringify([status, rest]));
      }
    }
    expect([...answers]).toEqual([JSON.stringify([404, { error: 'code.not-found', message: 'Code not found' }])]);
    expect((await member.call('priceOrder', { bundle: 'medium' })).body.total).toBe(1_999);
    expect(await shop.test.sql('select 1 from payments where member_id = $1', [member.id])).toEqual([]);
  });

  it('overrides the same code of a wider scope', async () => {
    const member = await shop.test.member();
    const code = await addCode();
    await addCode({ code, scope: 'niche:1', percentage: 15 });
    expect((await look(member, code)).body.percentage).toBe(15);
  });

  it('of 25 % or more is refused for 30 days after a time bonus that ended unused (LEG-08)', async () => {
    const code = await addCode({ percentage: 25 });
    expect(await look(await shop.test.member(), code)).toMatchObject({ status: 404 });
    for (const days of [0, 31]) {
      const member = await shop.newcomer();
      const earlier = `update members set signup_at = signup_at - $2 * interval '1 day' where member_id = $1`;
      await shop.test.sql(earlier, [member.id, days]);
      expect((await look(member, code)).body.percentage).toBe(25);
    }
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
    const price = async (bundle: string) => (await member.call('priceOrder', { bundle, discount_code: code })).body;
    expect(await price('small')).toMatchObject({ list_amount: 800, amount: 720, discount: { percentage: 10 } });
    expect(await price('medium')).toMatchObject({ list_amount: 3_000, amount: 2_700, discount: { percentage: 10 } });
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
    const later = `insert into bundle_prices values ('default', 'small', 'IE', 1299, 'EUR', $1)`;
    await shop.test.sql(later, [new Date(Date.now() + dayMs)]);
    const total = async () => (await member.call('priceOrder', { bundle: 'small' })).body.total;
    expect(await total()).toBe(999);
    shop.test.clock.move(dayMs + 1_000);
    expect(await total()).toBe(1_299);
  });
});

it('a code for a single use is used up by a card, even if another account typed its number (MON-22)', async () => {
  const { withCard, repeat } = cardsAt(shop);
  const code = await addCode();
  const { id } = await shop.pending(undefined, { paymentmethod: 'credit_card', discount_code: code });
  await shop.deliver(id, 'paid', { card: 'visa' });
  const { buyer, card } = await withCard('visa');
  const named = { discount_code: code };
  expect(await repeat(buyer, card, named)).toMatchObject({ status: 409, body: { error: 'code.used' } });
  const other = await withCard('mastercard');
  expect((await repeat(other.buyer, other.card, named)).status).toBe(200);
});

describe('guesses of codes', async () => {
  const test = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' } });
  afterAll(test.close);

  const from = (address: string) => ({ 'x-forwarded-for': address });

  it('allow a member ten an hour across calls and addresses, even concurrently (ABU-07)', async () => {
    const member = await test.member();
    const guess = (index: number) => {
      const code = `GUESS-${index}`;
      const headers = from(`203.0.113.${index}`);
      if (index % 3 === 0) return member.call('getDiscountCode', { code }, headers);
      if (index % 3 === 1) return member.call('priceOrder', { bundle: 'small', discount_code: code }, headers);
      const order = { bundle: 'small', paymentmethod: 'ideal', idempotency_key: randomUUID(), discount_code: code };
      return member.call('createPayment', order, headers);
    };
    const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => guess(index)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(14);
    expect(answers.find(({ status }) => status === 429)?.body['retry_after']).toBeGreaterThan(3_000);
  });

  it('allow an address ten an hour across members (ABU-07)', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => test.member()));
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const code = `GUESS-${index}`;
      const { status } = await members[index % 4]!.call('getDiscountCode', { code }, from('198.51.100.7'));
      statuses.push(status);
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(10);
  });

  it('do not include valid codes', async () => {
    const member = await test.member();
    await test.sql(
      `insert into discount_codes (code, scope, percentage, valid_from, created_at) values ('KNOWN', 'default', 5, now() - interval '1 day', now())`,
    );
    for (let index = 0; index < 15; index += 1)
      expect((await member.call('getDiscountCode', { code: 'known' }, from('192.0.2.1'))).status).toBe(200);
  });
});

describe('the command for codes', async () => {
  const test = await createTestApp();
  afterAll(test.close);
  const codes = (...words: string[]) => runAsStaff(codeCommands, test.context, words);

  it('adds, lists and ends a code that members can use', async () => {
    const member = await test.member();
    expect(await codes('list')).toEqual({ exit: 0, said: ['There are no codes.'] });
    const options = '--percentage 15 --country NL --minimum 15.00 --uses 100'.split(' ');
    expect(await codes('add', 'spring26', ...options)).toEqual({ exit: 0, said: ['SPRING26 is added in default.'] });
    expect((await member.call('getDiscountCode', { code: 'SPRING26' })).body).toMatchObject({
      percentage: 15,
      minimum: 1_500,
      currency: 'EUR',
      country: 'NL',
    });
    expect((await codes('list')).said).toEqual([
      'SPRING26  default  15 %  active  used 0 of 100, 1 a member  from 15.00 EUR  NL',
    ]);
    expect((await codes('add', 'SPRING26', '--percentage', '5')).exit).toBe(1);
    expect(await codes('end', 'spring26')).toEqual({ exit: 0, said: ['SPRING26 is ended in default.'] });
    expect((await member.call('getDiscountCode', { code: 'SPRING26' })).status).toBe(404);
    expect((await codes('end', 'SPRING26')).exit).toBe(1);
  });

  it('makes personal codes that are random, have more than 64 bits, and work only for their member (ABU-07)', async () => {
    const [member, other] = [await test.member(), await test.member()];
    const { said } = await codes('add', '--percentage', '10', '--member', member.id);
    const [code = ''] = said[0]!.split(' ');
    expect(code).toMatch(/^(?:[A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
    expect((await member.call('getDiscountCode', { code })).status).toBe(200);
    expect((await other.call('getDiscountCode', { code })).status).toBe(404);
    expect((await codes('add', 'ADA', '--percentage', '10', '--member', member.id)).exit).toBe(1);
  });

  it('says what is wrong with a code, and adds nothing', async () => {
    for (const line of [
      '',
      '--percentage 101',
      'X --percentage 10',
      'CODE MORE --percentage 10',
      'CODE --percentage 10 --scope niche:9',
      'CODE --percentage 10 --country XX',
      'CODE --percentage 10 --minimum 5',
      'CODE --percentage 10 --until tomorrow',
      'CODE --percentage 10 --until 2020-01-01',
      'CODE --percentage 10 --until 2099-02-30',
      'CODE --percentage 10 --until 2099-12-31T12:00',
      'CODE --percentage 10 --from 2099',
      'CODE --percentage 10 --uses 0',
      'CODE --percentage 10 --colour red',
    ]) {
      const before = await test.sql('select 1 from discount_codes');
      const words = line.split(' ').filter(Boolean);
      expect(await codes('add', ...words), line).toMatchObject({ exit: 1, said: [expect.stringMatching(/\w/)] });
      expect(await test.sql('select 1 from discount_codes')).toHaveLength(before.length);
    }
  });

  it('shows in its help how to add a code', async () => {
    expect((await codes('help')).said.join('\n')).toContain('npm run codes -- add');
  });
});
