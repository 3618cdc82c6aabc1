import { describe, expect, it } from 'vitest';

import { termsDate } from './terms.ts';

describe('the date of the terms', () => {
  it('is that of the first version for companies added earlier', () => {
    expect(termsDate('2019-05-01T00:00:00Z')).toBe('2023-12-01T12:00:00.000Z');
  });

  it('is the moment when the company was added if that is later, in any time zone', () => {
    expect(termsDate('2024-03-01T01:00:00+02:00')).toBe('2024-02-29T23:00:00.000Z');
    expect(termsDate('2023-12-01T12:00:01Z')).toBe('2023-12-01T12:00:01.000Z');
  });

  it('is that of the first version for a company without a valid date', () => {
    expect(termsDate('')).toBe('2023-12-01T12:00:00.000Z');
  });
});
