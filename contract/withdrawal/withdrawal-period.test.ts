import { describe, expect, it } from 'vitest';

import { withdrawalPeriod } from './withdrawal-period.ts';

const until = (bought: string, country: 'NL' | 'FI' | 'GB' | 'US' | 'ES' = 'NL', days = 14) => {
  const { lastDay, endsAt } = withdrawalPeriod(new Date(bought), days, country);
  return [lastDay, endsAt.toISOString()];
};

describe('the withdrawal period (LEG-07)', () => {
  it('ends at midnight in the time zone of the member, 14 days after the day of the purchase', () => {
    expect(until('2026-11-10T11:00:00Z')).toEqual(['2026-11-24', '2026-11-24T23:00:00.000Z']);
    expect(until('2026-11-10T11:00:00Z', 'FI')).toEqual(['2026-11-24', '2026-11-24T22:00:00.000Z']);
    expect(until('2026-11-10T11:00:00Z', 'GB')).toEqual(['2026-11-24', '2026-11-25T00:00:00.000Z']);
  });

  it('also takes the day of the purchase from the time zone of the member', () => {
    expect(until('2026-11-09T23:30:00Z')[0]).toBe('2026-11-24');
    expect(until('2026-11-09T22:30:00Z')[0]).toBe('2026-11-23');
    expect(until('2026-11-09T22:30:00Z', 'FI')[0]).toBe('2026-11-24');
  });

  it('uses the time zone in which the day ends last if a country has several', () => {
    expect(until('2026-11-10T20:00:00Z', 'US')).toEqual(['2026-11-24', '2026-11-25T10:00:00.000Z']);
    expect(until('2026-11-10T20:00:00Z', 'ES')).toEqual(['2026-11-24', '2026-11-25T00:00:00.000Z']);
  });

  it('never ends on a weekend', () => {
    expect(until('2026-11-07T11:00:00Z')[0]).toBe('2026-11-23');
    expect(until('2026-11-08T11:00:00Z')[0]).toBe('2026-11-23');
  });

  it('never ends on a holiday or within a run of holidays', () => {
    // 24 to 26 December are holidays, 26 a Saturday.
    expect(until('2026-12-10T11:00:00Z')[0]).toBe('2026-12-28');
    // Good Friday 2027 is 26 March; Easter Monday follows the weekend.
    expect(until('2027-03-12T11:00:00Z')[0]).toBe('2027-03-30');
    // Ascension 2026.
    expect(until('2026-04-30T11:00:00Z')[0]).toBe('2026-05-15');
  });

  it('has a full last day even if the clocks change within the period', () => {
    // Daylight saving time begins on 29 March 2026 and ends on 25 October, a Sunday.
    expect(until('2026-03-16T11:00:00Z')).toEqual(['2026-03-30', '2026-03-30T22:00:00.000Z']);
    expect(until('2026-10-13T10:00:00Z')).toEqual(['2026-10-27', '2026-10-27T23:00:00.000Z']);
  });

  it('ends with the day of the purchase if a site promises no days outside of the EEA', () => {
    expect(until('2026-11-10T11:00:00Z', 'GB', 0)).toEqual(['2026-11-10', '2026-11-11T00:00:00.000Z']);
  });
});
