import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { currencies } from '../../contract/platform/countries.ts';
import { after, dayMs } from '../platform/clock.ts';
import type { PriceRow } from './queries.ts';
import { type Price, bonusPhase, normalizeCode, computePrices, reduce } from './rules.ts';

const now = new Date('2026-11-22T12:00:00Z');
const ago = (days: number): Date => after(now, -days * dayMs);

const row = (amount: number, from: Date, more: Partial<PriceRow> = {}): PriceRow => ({
  bundle_id: 'small',
  scope: 'default',
  credits: 50,
  position: 1,
  amount,
  currency: 'EUR',
  valid_from: from,
  ...more,
});
const findPrice = (rows: PriceRow[], scopes = ['default', 'niche:1']): Price | undefined =>
  computePrices(rows, scopes, now)[0];

describe('the price of a bundle', () => {
  it('is the latest that has taken effect', () => {
    expect(findPrice([row(999, ago(90)), row(1_099, ago(40)), row(899, ago(-1))])).toMatchObject({ amount: 1_099 });
  });

  it('is that of the narrowest scope that has one', () => {
    expect(findPrice([row(999, ago(90)), row(1_299, ago(90), { scope: 'niche:1', credits: 55 })])).toMatchObject({
      amount: 1_299,
      lowest: 1_299,
      credits: 55,
    });
  });

  it('comes with the lowest price of the last 30 days, even one that began earlier (LEG-10)', () => {
    expect(findPrice([row(999, ago(90)), row(1_299, ago(10))])).toMatchObject({ amount: 1_299, lowest: 999 });
    expect(findPrice([row(999, ago(90)), row(1_299, ago(31))])).toMatchObject({ amount: 1_299, lowest: 1_299 });
    expect(findPrice([row(999, ago(90)), row(799, ago(20)), row(1_299, ago(10))])).toMatchObject({ lowest: 799 });
  });

  it('counts the price of a wider scope only for the time that it was in force', () => {
    const rows = [row(499, ago(90)), row(1_299, ago(40), { scope: 'niche:1' })];
    expect(findPrice(rows)).toMatchObject({ amount: 1_299, lowest: 1_299 });
    expect(findPrice([row(499, ago(90)), row(1_299, ago(4), { scope: 'niche:1' })])).toMatchObject({ lowest: 499 });
  });
});

describe('a price with a discount', () => {
  const price = (amount: number, lowest = amount, currency: Price['currency'] = 'EUR'): Price => ({
    bundle: 'small',
    credits: 50,
    currency,
    amount,
    lowest,
  });

  it.each([
    [999, 25, 749],
    [1_999, 25, 1_499],
    [4_499, 25, 3_374],
    [1_002, 25, 752],
    [1_000, 33, 670],
  ])('of %i minor units less %i percent is %i, rounded half up (MON-25)', (amount, percentage, reduced) => {
    expect(reduce(price(amount), percentage)).toEqual({ amount: reduced, listAmount: amount, percentage });
  });

  it('is computed from the lowest price of the last 30 days, which is shown as the old price (LEG-10)', () => {
    expect(reduce(price(2_499, 1_999), 25)).toEqual({ amount: 1_499, listAmount: 1_999, percentage: 25 });
  });

  it('never falls below what providers charge, and then states the smaller percentage (MON-23)', () => {
    expect(reduce(price(999), 100)).toEqual({ amount: 50, listAmount: 999, percentage: 94 });
    expect(reduce(price(11_500, 11_500, 'SEK'), 99)).toMatchObject({ amount: 300 });
    expect(reduce(price(40), 50)).toEqual({ amount: 40, listAmount: 40, percentage: 0 });
  });

  it('is an integer above zero and at most the price, for every price, percentage and currency (MON-25)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom(...currencies),
        (lowest, above, percentage, currency) => {
          const reduced = reduce(price(lowest + above, lowest, currency), percentage);
          expect(Number.isSafeInteger(reduced.amount)).toBe(true);
          expect(reduced.amount).toBeGreaterThan(0);
          expect(reduced.amount).toBeLessThanOrEqual(reduced.listAmount);
          const exact = (lowest * (100 - percentage)) / 100;
          if (reduced.percentage === percentage) expect(Math.abs(reduced.amount - exact)).toBeLessThanOrEqual(0.5);
        },
      ),
    );
  });
});

describe('a time bonus', () => {
  const start = new Date('2026-11-01T10:00:00Z');
  it.each([
    [0, 'running'],
    [14_399, 'running'],
    [14_400, 'quiet'],
    [14_400 + 30 * 86_400 - 1, 'quiet'],
    [14_400 + 30 * 86_400, 'over'],
  ])('%i seconds after the sign-up is %s', (seconds, phase) => {
    expect(bonusPhase(start, after(start, seconds * 1_000))).toBe(phase);
  });
});

it('a code is read however it is typed', () => {
  expect(normalizeCode(' spring 26 ')).toBe('SPRING26');
});
