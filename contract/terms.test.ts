import { describe, expect, it } from 'vitest';

import { termsDate } from './terms.ts';

describe('the date of the terms', () => {
  it('is that of the first version for companies that were there before', () => {
    expect(termsDate('2019-05-01T00:00:00Z')).toBe('2023-12-01T12:00:00.000Z');
  });

  it('is the day the company was added where that is later, in whatever zone it is written', () => {
    expect(termsDate('2024-03-01T01:00:00+02:00')).toBe('2024-02-29T23:00:00.000Z');
    expect(termsDate('2023-12-01T12:00:01Z')).toBe('2023-12-01T12:00:01.000Z');
  });

  it('is that of the first version where the company has no date', () => {
    expect(termsDate('')).toBe('2023-12-01T12:00:00.000Z');
  });
});
