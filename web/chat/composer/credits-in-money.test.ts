import { describe, expect, it } from 'vitest';

import { moneyOf } from './credits-in-money.ts';

const settings = { message_credits: 5, minimum_message_costs: { NL: { costs: 62, currency: 'EUR' as const } } };
const user = { profile: { country: 'NL' as const } };

describe('the money beside a price', () => {
  it('is the price of a message in the country of the member', () => {
    expect(moneyOf(5, settings, user)).toEqual({ minor: 62, currency: 'EUR' });
  });

  it('grows with the credits and is rounded up, never down', () => {
    expect(moneyOf(10, settings, user)?.minor).toBe(124);
    expect(moneyOf(3, settings, user)?.minor).toBe(38);
  });

  it('is left out where nothing is paid, or no price is known', () => {
    expect(moneyOf(0, settings, user)).toBeNull();
    expect(moneyOf(5, settings, { profile: { country: 'FR' } })).toBeNull();
    expect(moneyOf(5, settings, null)).toBeNull();
  });
});
