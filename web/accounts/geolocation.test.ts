import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { coarse } from './geolocation.ts';

describe('a position that leaves the browser', () => {
  it('has at most two decimals', () => {
    fc.assert(
      fc.property(fc.double({ min: -180, max: 180, noNaN: true }), (degrees) => {
        expect(String(coarse(degrees))).toMatch(/^-?\d{1,3}(\.\d{1,2})?$/);
        expect(Math.abs(coarse(degrees) - degrees)).toBeLessThanOrEqual(0.005 + 1e-9);
      }),
    );
  });
  it('is the same for everybody within a hundredth of a degree', () => {
    expect(coarse(52.370_216)).toBe(52.37);
    expect(coarse(52.374_9)).toBe(52.37);
    expect(Object.is(coarse(-0.001), 0)).toBe(true);
  });
});
