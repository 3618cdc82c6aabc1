import { describe, expect, it } from 'vitest';

import { ageAt, birthDateError } from './birth-date.ts';

describe('a date of birth (INP-13)', () => {
  const now = new Date('2026-03-01T00:30:00Z');

  it('is accepted from the minimum age in UTC, and reported as missing before that or if blank', () => {
    for (const [date, minAge, at, error] of [
      ['2008-03-01', 18, now, undefined],
      ['2008-03-02', 18, now, 'birth-date.missing'],
      ['2008-11-21', 18, new Date('2026-11-21T00:00:00Z'), undefined],
      ['2008-11-21', 18, new Date('2026-11-20T23:59:59Z'), 'birth-date.missing'],
      ['2000-02-29', 18, now, undefined],
      ['2006-01-01', 21, now, 'birth-date.missing'],
      ['', 18, now, 'birth-date.missing'],
      [' ', 18, now, 'birth-date.missing'],
    ] as const)
      expect([date, birthDateError(date, minAge, at)]).toEqual([date, error]);
  });

  it('on 29 February counts as 1 March in a year without that day', () => {
    expect(ageAt('2008-02-29', new Date('2026-02-28T23:59:59Z'))).toBe(17);
    expect(ageAt('2008-02-29', now)).toBe(18);
  });

  it('is invalid if it is in the future, before 1900, malformed or not a real day', () => {
    const dates =
      '2030-01-01 2026-03-02 1899-12-31 0088-01-01 2001-02-29 1990-02-31 2001-13-01 01-01-2001 yesterday'.split(' ');
    expect(dates.filter((date) => birthDateError(date, 18, now) !== 'birth-date.invalid')).toEqual([]);
  });
});
