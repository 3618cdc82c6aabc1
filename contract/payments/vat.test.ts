import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { countryCodes } from '../platform/countries.ts';
import { harmonizedProvinces, isTaxed, getTaxName, untaxedRegions } from './tax-names.ts';
import { findTaxRegion, vatRateAt, vatWithin } from './vat.ts';

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

  it('is an integer and matches the rate within rounding, at every rate (MON-25)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.constantFrom(0, 500, 810, 1_000, 1_300, 1_400, 1_500, 1_900, 2_000, 2_100, 2_200, 2_300, 2_500, 2_550),
        (price, rate) => {
          const tax = vatWithin(price, rate);
          expect(Number.isInteger(tax)).toBe(true);
          expect(Math.abs((price - tax) * rate - tax * 10_000)).toBeLessThanOrEqual((10_000 + rate) / 2);
        },
      ),
    );
  });
});

describe('the rate of tax', () => {
  const at = new Date('2026-11-28T12:00:00Z');

  it.each([
    ['NL', 'NL-NH', 2_100],
    ['CA', 'CA-ON', 1_300],
    ['CA', 'CA-NS', 1_400],
    ['CA', 'CA-NB', 1_500],
    ['CA', 'CA-NL', 1_500],
    ['CA', 'CA-PE', 1_500],
    ['CA', 'CA-QC', 500],
    ['CA', null, 500],
    ['ES', 'ES-MD', 2_100],
    ['ES', 'ES-CN', 0],
    ['ES', 'ES-CE', 0],
    ['ES', 'ES-ML', 0],
    ['FI', 'FI-18', 2_550],
    ['FI', 'FI-01', 0],
    // A member whose profile is in another country than the prices gets the rate of the prices' country.
    ['NL', 'CA-ON', 2_100],
  ] as const)('in %s, %s is %i', (country, region, rate) => {
    expect(vatRateAt(country, region, at)).toBe(rate);
  });

  it.each([
    ['CA', 'CA-NS', '2025-04-01T02:59:59Z', 1_500],
    ['CA', 'CA-NS', '2025-04-01T04:00:00Z', 1_400],
    ['CH', null, '2023-12-31T22:59:59Z', 770],
    ['CH', null, '2023-12-31T23:00:00Z', 810],
    ['FI', null, '2024-08-31T20:59:59Z', 2_400],
    ['FI', null, '2024-08-31T21:00:00Z', 2_550],
  ] as const)('in %s, %s changes at midnight in its own time zone: %s', (country, region, moment, rate) => {
    expect(vatRateAt(country, region, new Date(moment))).toBe(rate);
  });

  it('comes with the local name of the tax', () => {
    expect(['CA-ON', 'CA-BC', null].map((region) => getTaxName('CA', region))).toEqual(['hst', 'gst', 'gst']);
    const names = Object.fromEntries(countryCodes.map((country) => [country, getTaxName(country, null)]));
    const vat = Object.fromEntries(countryCodes.map((country) => [country, 'vat']));
    expect(names).toEqual({ ...vat, US: 'sales', AT: 'ust', CH: 'mwst', CA: 'gst', AU: 'gst', NZ: 'gst' });
    for (const province of harmonizedProvinces) expect(findTaxRegion('CA', province)).toBe(province);
  });

  it('is above zero exactly where prices count as taxed', () => {
    const now = new Date('2026-12-01T12:00:00Z');
    for (const country of countryCodes) {
      expect([country, isTaxed(country, null)]).toEqual([country, vatRateAt(country, null, now) > 0]);
      for (const region of untaxedRegions.filter((one) => one.startsWith(`${country}-`)))
        expect([isTaxed(country, region), vatRateAt(country, region, now)]).toEqual([false, 0]);
    }
  });
});
