import { describe, expect, it } from 'vitest';

import { chooseQueryPlan } from './query-plan.ts';

describe('the query plan of a search', () => {
  const known = {
    counts: new Map(Object.entries({ all: 200_000, half: 100_000, some: 10_000, few: 500 })),
    rarest: 50,
  };
  const choose = (keys: string[][], { page = 1, count = 1_100 } = {}) =>
    chooseQueryPlan(keys, { known, segment: ['all'], pageEnd: page * 24, isNearby: false, count }).plan;

  it('scans the latest members when filters narrow little or nothing', () => {
    expect(choose([])).toBe('latest');
    expect(choose([['half']])).toBe('latest');
    expect(choose([['half'], ['half']], { page: 10 })).toBe('latest');
  });

  it('uses keys when few members have one of them, or all of them together', () => {
    expect(choose([['few']])).toBe('keys');
    expect(choose([['never counted']])).toBe('keys');
    expect(choose([['some'], ['some']], { page: 10 })).toBe('keys');
    expect(choose([[]])).toBe('keys');
  });

  it('scans for the page and counts by keys when the match rate lies in between', () => {
    expect(choose([['some']])).toBe('both');
    expect(
      chooseQueryPlan([['some', 'few']], { known, segment: ['all'], pageEnd: 24, isNearby: false, count: 1_100 })
        .expected,
    ).toBe(10_500);
  });

  it('uses keys sooner when many nearby towns would have to be read as far as the page', () => {
    const nearest = (towns: number) =>
      chooseQueryPlan([['some']], { known, segment: ['all'], pageEnd: 24, isNearby: true, towns, count: 1_100 }).plan;
    expect([nearest(1), nearest(60)]).toEqual(['both', 'keys']);
  });

  it('uses keys when there are no statistics', () => {
    const nothing = { counts: new Map<string, number>(), rarest: 0 };
    expect(
      chooseQueryPlan([['half']], { known: nothing, segment: ['all'], pageEnd: 24, isNearby: false, count: 1_100 })
        .plan,
    ).toBe('keys');
  });
});
