import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { vatRates, vatWithin } from './vat.ts';

describe('the tax within a price', () => {
  it.each([
    [11_900, 1_900, 1_900],
    [1_999, 2_100, 347],
    [999, 2_550, 203],
    [3, 10_000, 2],
    [1_999, 0, 0],
  ])('of %i at %i is %i', (price, rate, tax) => {
    expect(vatWithin(price, rate)).toBe(tax);
  });

  it('is an integer and, with the net price, the price again at every rate (MON-25)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.constantFrom(...Object.values(vatRates)),
        (price, rate) => {
          const tax = vatWithin(price, rate);
          expect(Number.isInteger(tax)).toBe(true);
          expect(Math.abs((price - tax) * rate - tax * 10_000)).toBeLessThanOrEqual((10_000 + rate) / 2);
        },
      ),
    );
  });
});
