import { expect, it } from 'vitest';

import { chooseUnit, distancesKm, toUnit } from './geo-bands.ts';

it('distances are in miles in the United States and the United Kingdom, and nowhere else', () => {
  expect(['US', 'GB', 'IE', 'CA', 'DE', null].map(chooseUnit)).toEqual(['mi', 'mi', 'km', 'km', 'km', 'km']);
});

it('a bound in miles never promises less than it says', () => {
  const upper = distancesKm.map((km) => toUnit(km, 'mi', 'upper'));
  const lower = distancesKm.map((km) => toUnit(km, 'mi', 'lower'));
  expect(upper).toEqual(['7', '16', '32', '63', '160', '320']);
  expect(lower).toEqual(['6', '15', '31', '62', '150', '310']);
  for (const [place, km] of distancesKm.entries()) {
    expect(Number(upper[place]) * 1.609344).toBeGreaterThanOrEqual(Number(km));
    expect(Number(lower[place]) * 1.609344).toBeLessThanOrEqual(Number(km));
    expect(toUnit(km, 'km', 'upper')).toBe(km);
  }
});
