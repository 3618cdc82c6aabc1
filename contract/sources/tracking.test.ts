import { describe, expect, it } from 'vitest';

import { admitsSearch, admitsSignUp, hasTrafficSource } from './tracking.ts';

describe('a traffic source', () => {
  it('is a network or a reference, and nothing else', () => {
    expect(hasTrafficSource({ ref: 'friend' })).toBe(true);
    expect(hasTrafficSource({ network: 'ads' })).toBe(true);
    expect(hasTrafficSource({ network: ' ', sub1: 'x' })).toBe(false);
    expect(hasTrafficSource(undefined)).toBe(false);
  });
});

describe('a site', () => {
  it('accepts sign-ups from everybody, only with a traffic source, or only by invitation', () => {
    expect(admitsSignUp('all', false)).toBe(true);
    expect(admitsSignUp('with_trafficsource', false)).toBe(false);
    expect(admitsSignUp('with_trafficsource', true)).toBe(true);
    expect(admitsSignUp('invite_only', true)).toBe(false);
  });

  it('has a separate search setting for visitors with a traffic source', () => {
    const onlyThem = { logged_out_search: false, logged_out_search_trafficsource: true };
    expect(admitsSearch(onlyThem, false)).toBe(false);
    expect(admitsSearch(onlyThem, true)).toBe(true);
    const allButThem = { logged_out_search: true, logged_out_search_trafficsource: false };
    expect(admitsSearch(allButThem, false)).toBe(true);
    expect(admitsSearch(allButThem, true)).toBe(false);
  });
});
