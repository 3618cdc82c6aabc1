import fc from 'fast-check';
import { expect, it } from 'vitest';

import { roundCoarsely } from './use-own-place.ts';

it('a position that leaves the browser has at most two decimals, and no sign at zero', () => {
  fc.assert(
    fc.property(fc.double({ min: -180, max: 180, noNaN: true }), (degrees) => {
      expect(String(roundCoarsely(degrees))).toMatch(/^-?\d{1,3}(\.\d{1,2})?$/);
      expect(Math.abs(roundCoarsely(degrees) - degrees)).toBeLessThanOrEqual(0.005 + 1e-9);
    }),
  );
  expect(Object.is(roundCoarsely(-0.001), 0)).toBe(true);
});
