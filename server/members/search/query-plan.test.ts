import { describe, expect, it } from 'vitest';

import { chooseRoad } from './query-plan.ts';

describe('the road of a search', () => {
  const known = {
    counts: new Map(Object.entries({ all: 200_000, half: 100_000, some: 10_000, few: 500 })),
    rarest: 50,
  };
  const choose = (keys: string[][], { page = 1, count = 1_100 } = {}) =>
    chooseRoad(keys, { known, crowd: ['all'], pageEnd: page * 24, count }).road;

  it('walks the latest where nothing or little is asked', () => {
    expect(choose([])).toBe('latest');
    expect(choose([['half']])).toBe('latest');
    expect(choose([['half'], ['half']], { page: 10 })).toBe('latest');
  });

  it('goes by keys where few have them, together or each', () => {
    expect(choose([['few']])).toBe('keys');
    expect(choose([['never counted']])).toBe('keys');
    expect(choose([['some'], ['some']], { page: 10 })).toBe('keys');
    expect(choose([[]])).toBe('keys');
  });

  it('takes the page from the latest and the count by keys in between', () => {
    expect(choose([['some']])).toBe('both');
    expect(chooseRoad([['some', 'few']], { known, crowd: ['all'], pageEnd: 24, count: 1_100 }).expected).toBe(10_500);
  });

  it('goes by keys, which are few or soon too many, where nothing is known', () => {
    const nothing = { counts: new Map<string, number>(), rarest: 0 };
    expect(chooseRoad([['half']], { known: nothing, crowd: ['all'], pageEnd: 24, count: 1_100 }).road).toBe('keys');
  });
});
