import { afterAll, describe, expect, it } from 'vitest';

import { countryCodes } from '../../contract/platform/countries.ts';
import { openShop } from '../../tests/support/payments.ts';
import { type TestClient, testPassword } from '../../tests/support/test-app.ts';
import { dayMs, hourMs } from '../platform/clock.ts';

const shop = await openShop({ env: { COUNTRY_HEADER: 'x-country' } });
afterAll(shop.close);

const list = (country?: string) => shop.test.client().call('listBundles', country ? { country } : {});

describe('the bundles', () => {
  it("have the country's prices and show the price of one message", async () => {
    const { body } = await list('NL');
    expect(body).toMatchObject({ country: 'NL', currency: 'EUR', transaction_fee: 0, credits: null });
    expect(body.bundles.map(({ id, credits, amount }) => [id, credits, amount])).toEqual([
      ['small', 50, 999],
      ['medium', 120, 1_999],
      ['large', 300, 4_499],
      ['grand', 700, 9_499],
    ]);
    for (const bundle of body.bundles) {
      expect(bundle.messages).toBe(Math.floor(bundle.credits / body.message_credits));
      expect(bundle.message_amount).toBe(Math.ceil((bundle.amount * body.message_credits) / bundle.credits));
    }
    expect((await list('PL')).body.bundles[0]).toMatchObject({ amount: 4_299, currency: 'PLN' });
  });

  it('exist in every country, with at least three payment methods', async () => {
    for (const country of countryCodes) {
      const { body } = await list(country);
      expect(body.bundles, country).toHaveLength(4);
      expect(body.paymentmethods.length, country).toBeGreaterThan(2);
    }
  });

  it('come with the payment methods that the provider offers in the country', async () => {
    expect((await list('NL')).body.paymentmethods).toContain('ideal');
    expect((await list('DE')).body.paymentmethods).not.toContain('ideal');
    expect((await list('PL')).body.paymentmethods).toEqual(expect.arrayContaining(['blik', 'przelewy24', 'visa']));
  });

  it('use the country of the member and come with their balance', async () => {
    const member = await shop.test.member({ country: 'SE', town: 'se-stockholm' });
    const { body } = await member.call('listBundles');
    expect(body).toMatchObject({ country: 'SE', currency: 'SEK' });
    expect(typeof body.credits).toBe('number');
  });

  it('take the price of the most specific scope that has one', async () => {
    await shop.test.sql(
      `insert into bundles values ('niche:1', 'small', 55, 1), ('domain:other.test', 'small', 60, 1)`,
    );
    await shop.test.sql(
      `insert into bundle_prices (scope, bundle_id, country, amount, currency, valid_from)
       values ('niche:1', 'small', 'FI', 1099, 'EUR', $1), ('domain:other.test', 'small', 'FI', 1199, 'EUR', $1)`,
      [shop.test.clock.now()],
    );
    expect((await list('FI')).body.bundles[0]).toMatchObject({ id: 'small', credits: 55, amount: 1_099 });
    expect((await list('AT')).body.bundles[0]).toMatchObject({ id: 'small', credits: 50, amount: 999 });
  });

  it('come with fallback methods while the provider fails, or with the last known ones', async () => {
    await shop.fault('html');
    expect((await list('CA')).body.paymentmethods).toEqual(expect.arrayContaining(['credit_card', 'paypal']));
    shop.test.clock.move(90_000);
    expect((await list('NL')).body.paymentmethods).toContain('ideal');
    await shop.fault('none');
  });

  it('do not wait for a slow provider', async () => {
    // Longer than the test timeout: the test passes only because nothing waits for the provider.
    await shop.fault('slow', { delay_ms: 120_000 });
    await shop.setPrice('grand', 'IE', 9_500);
    expect((await list('IE')).body.paymentmethods).toEqual(['credit_card', 'visa', 'mastercard', 'paypal']);
    await shop.fault('none');
  });
});

async function memberSince(ms: number): Promise<TestClient> {
  const member = await shop.test.member();
  await shop.test.sql('update members set signup_at = $2 where member_id = $1', [
    member.id,
    new Date(shop.test.clock.now().getTime() - ms),
  ]);
  return member;
}

/** Lets days pass, with sessions that outlast them. */
async function wait(days: number): Promise<void> {
  shop.test.clock.move(days * dayMs);
  const now = shop.test.clock.now();
  await shop.test.sql(`update sessions set seen_at = $1, expires_at = $1::timestamptz + interval '90 days'`, [now]);
}

const move = (member: TestClient, country: string, from?: string) =>
  member.call('updateProfile', { country }, from === undefined ? {} : { 'x-country': from });

/** Returns the country of the prices in the list and in an order price, its tax, and the country that follows. */
async function getPrices(member: TestClient) {
  const { body: list } = await member.call('listBundles');
  const { body: price } = await member.call('priceOrder', { bundle: 'medium' });
  expect([price.country, price.currency]).toEqual([list.country, list.currency]);
  return { country: list.country, rate: price.vat_rate, next: list.next_country?.country ?? null };
}

const [dutch, polish, german] = [
  { country: 'NL', rate: 2_100 },
  { country: 'PL', rate: 2_300 },
  { country: 'DE', rate: 1_900 },
];

describe('the country of prices', () => {
  it('follows the profile after 30 days, and is announced with its date until then', async () => {
    const member = await memberSince(400 * dayMs);
    const { body } = await move(member, 'PL');
    expect(body.profile.country).toBe('PL');
    const { next_country: next } = (await member.call('listBundles')).body;
    const days = (new Date(next?.from ?? 0).getTime() - shop.test.clock.now().getTime()) / dayMs;
    expect([next?.country, Math.round(days * 100) / 100]).toEqual(['PL', 30]);
    // The list of another country, requested by name, announces no change.
    expect((await member.call('listBundles', { country: 'FI' })).body.next_country).toBeNull();
    expect(await getPrices(member)).toEqual({ ...dutch, next: 'PL' });
    // Naming the same country again does not restart the 30 days.
    await wait(29);
    await move(member, 'PL');
    expect(await getPrices(member)).toEqual({ ...dutch, next: 'PL' });
    await wait(1);
    expect(await getPrices(member)).toEqual({ ...polish, next: null });
    const login = await shop.getEmail(member);
    expect((await member.call('logIn', { login, password: testPassword })).status).toBe(200);
    const countries = 'select country, next_country, next_country_from from members where member_id = $1';
    expect(await shop.first(countries, [member.id])).toEqual({
      country: 'PL',
      next_country: null,
      next_country_from: null,
    });
    expect(await getPrices(member)).toEqual({ ...polish, next: null });
    // Moving back takes as long.
    await move(member, 'NL');
    expect(await getPrices(member)).toEqual({ ...polish, next: 'NL' });
  });

  it('stays if the profile changes back, and each new country restarts the wait', async () => {
    const member = await memberSince(400 * dayMs);
    await move(member, 'PL');
    await wait(10);
    await move(member, 'DE');
    await wait(25);
    expect(await getPrices(member)).toEqual({ ...dutch, next: 'DE' });
    await move(member, 'NL');
    await wait(6);
    expect(await getPrices(member)).toEqual({ ...dutch, next: null });
  });

  it('follows at once if the request comes from the new country, even in a repeated call', async () => {
    const member = await memberSince(400 * dayMs);
    await move(member, 'PL', 'NL');
    expect(await getPrices(member)).toEqual({ ...dutch, next: 'PL' });
    await move(member, 'PL', 'PL');
    expect(await getPrices(member)).toEqual({ ...polish, next: null });
    await move(member, 'DE', 'DE');
    expect(await getPrices(member)).toEqual({ ...german, next: null });
  });

  it('follows at once on the day of the sign-up, but not later', async () => {
    const member = await memberSince(23 * hourMs);
    await move(member, 'PL');
    expect(await getPrices(member)).toEqual({ ...polish, next: null });
    shop.test.clock.move(2 * hourMs);
    await move(member, 'NL');
    expect(await getPrices(member)).toEqual({ ...polish, next: 'NL' });
  });

  it('is consistent within each order that is placed while it changes', async () => {
    const member = await memberSince(400 * dayMs);
    const [moved, ...orders] = await Promise.all([
      move(member, 'PL', 'PL'),
      ...Array.from({ length: 6 }, () => shop.order(member, { paymentmethod: 'credit_card' })),
      move(member, 'DE'),
    ]);
    expect(moved.status).toBe(200);
    expect(orders.map(({ status }) => status)).toEqual(orders.map(() => 200));
    const prices = `select country || ' ' || currency || ' ' || vat_rate as price from payments where member_id = $1`;
    const rows = await shop.test.sql<{ price: string }>(prices, [member.id]);
    expect(rows).toHaveLength(6);
    for (const { price } of rows) expect(price).toMatch(/^(?:NL EUR 2100|PL PLN 2300)$/);
    // Whichever change came last, the prices are those of the country that its request came from.
    const { country, next } = await getPrices(member);
    expect(`${country} ${next}`).toMatch(/^(?:NL DE|PL DE|PL null)$/);
  });
});
