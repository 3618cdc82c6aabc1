import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Shop, openShop } from '../../tests/support/payments.ts';
import { type TestClient, testPassword } from '../../tests/support/test-app.ts';
import { dayMs, hourMs } from '../platform/clock.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { COUNTRY_HEADER: 'x-country' } });
});
afterAll(() => shop.close());

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

/** The country of the prices in the list and in a quote, its tax, and the country that follows. */
async function pricesOf(member: TestClient) {
  const { body: list } = await member.call('listBundles');
  const { body: quote } = await member.call('quoteOrder', { bundle: 'medium' });
  expect([quote.country, quote.currency]).toEqual([list.country, list.currency]);
  return { country: list.country, rate: quote.vat_rate, next: list.next_country?.country ?? null };
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
    expect(await pricesOf(member)).toEqual({ ...dutch, next: 'PL' });
    // Naming the same country again does not restart the 30 days.
    await wait(29);
    await move(member, 'PL');
    expect(await pricesOf(member)).toEqual({ ...dutch, next: 'PL' });
    await wait(1);
    expect(await pricesOf(member)).toEqual({ ...polish, next: null });
    const [account] = await shop.test.sql<{ email: string }>('select email from members where member_id = $1', [
      member.id,
    ]);
    expect((await member.call('logIn', { login: account?.email, password: testPassword })).status).toBe(200);
    expect(
      await shop.test.sql('select country, next_country, next_country_from from members where member_id = $1', [
        member.id,
      ]),
    ).toEqual([{ country: 'PL', next_country: null, next_country_from: null }]);
    expect(await pricesOf(member)).toEqual({ ...polish, next: null });
    // Moving back takes as long.
    await move(member, 'NL');
    expect(await pricesOf(member)).toEqual({ ...polish, next: 'NL' });
  });

  it('stays if the profile changes back, and each new country restarts the wait', async () => {
    const member = await memberSince(400 * dayMs);
    await move(member, 'PL');
    await wait(10);
    await move(member, 'DE');
    await wait(25);
    expect(await pricesOf(member)).toEqual({ ...dutch, next: 'DE' });
    await move(member, 'NL');
    await wait(6);
    expect(await pricesOf(member)).toEqual({ ...dutch, next: null });
  });

  it('follows at once if the request comes from the new country, even in a repeated call', async () => {
    const member = await memberSince(400 * dayMs);
    await move(member, 'PL', 'NL');
    expect(await pricesOf(member)).toEqual({ ...dutch, next: 'PL' });
    await move(member, 'PL', 'PL');
    expect(await pricesOf(member)).toEqual({ ...polish, next: null });
    await move(member, 'DE', 'DE');
    expect(await pricesOf(member)).toEqual({ ...german, next: null });
  });

  it('follows at once on the day of the sign-up, but not later', async () => {
    const member = await memberSince(23 * hourMs);
    await move(member, 'PL');
    expect(await pricesOf(member)).toEqual({ ...polish, next: null });
    shop.test.clock.move(2 * hourMs);
    await move(member, 'NL');
    expect(await pricesOf(member)).toEqual({ ...polish, next: 'NL' });
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
    const rows = await shop.test.sql<{ country: string; currency: string; vat_rate: number; declared_country: string }>(
      'select country, currency, vat_rate, declared_country from payments where member_id = $1',
      [member.id],
    );
    expect(rows).toHaveLength(6);
    for (const { country, currency, vat_rate: rate } of rows)
      expect(`${country} ${currency} ${rate}`).toMatch(/^(?:NL EUR 2100|PL PLN 2300)$/);
    // Whichever change came last, the prices are those of the country that its request came from.
    const { country, next } = await pricesOf(member);
    expect(`${country} ${next}`).toMatch(/^(?:NL DE|PL DE|PL null)$/);
  });
});
