import { describe, expect, it } from 'vitest';

import type { CreditLot } from '../../../contract/credits/operations.ts';
import { formatIn } from '../../platform/format.ts';
import type { Say } from '../../platform/sentences.tsx';
import { computeCreditsCost, moneyValue } from './credits-in-money.ts';

const settings = { message_credits: 5, minimum_message_costs: { NL: { costs: 62, currency: 'EUR' as const } } };
const small: CreditLot = { credits: 50, of: 50, amount: 999, currency: 'EUR' };
const large: CreditLot = { credits: 700, of: 700, amount: 9_499, currency: 'EUR' };
const free: CreditLot = { credits: 20, of: 20, amount: 0, currency: null };

function member(credit_lots: CreditLot[], part: { paid_user?: boolean; credits?: number; country?: 'NL' | 'FR' } = {}) {
  const { paid_user = true, country = 'NL' } = part;
  const credits = part.credits ?? credit_lots.reduce((sum, lot) => sum + lot.credits, 0);
  return { credits, paid_user, credit_lots, profile: { country } } as const;
}

describe('the money beside a price', () => {
  it('is what this member paid for the credits that will be spent', () => {
    expect(computeCreditsCost(5, settings, member([small, large]))).toEqual({
      kind: 'paid',
      minor: 100,
      currency: 'EUR',
    });
    expect(computeCreditsCost(5, settings, member([large]))).toEqual({ kind: 'paid', minor: 68, currency: 'EUR' });
    expect(computeCreditsCost(50, settings, member([small]))).toEqual({ kind: 'paid', minor: 999, currency: 'EUR' });
  });

  it('is nothing for credits that were given for free', () => {
    expect(computeCreditsCost(5, settings, member([free, small]))).toEqual({ kind: 'given' });
    expect(computeCreditsCost(5, settings, member([{ ...free, credits: 2 }, small]))).toMatchObject({
      kind: 'paid',
      minor: 60,
    });
  });

  it('follows the balance, which is newer than the lots', () => {
    expect(computeCreditsCost(5, settings, member([free, small], { credits: 50 }))).toMatchObject({
      kind: 'paid',
      minor: 100,
    });
    expect(computeCreditsCost(5, settings, member([small, large], { credits: 702 }))).toMatchObject({
      minor: Math.ceil(39.96 + 40.71),
    });
  });

  it('is the lowest price before the first purchase and when no credits are left', () => {
    expect(computeCreditsCost(5, settings, member([free], { paid_user: false }))).toEqual({
      kind: 'from',
      minor: 62,
      currency: 'EUR',
    });
    expect(computeCreditsCost(3, settings, member([]))).toEqual({ kind: 'from', minor: 38, currency: 'EUR' });
  });

  it('is left out if nothing is paid, no price is known, or currencies differ', () => {
    expect(computeCreditsCost(0, settings, member([small]))).toBeNull();
    expect(computeCreditsCost(5, settings, member([], { country: 'FR' }))).toBeNull();
    expect(computeCreditsCost(5, settings, null)).toBeNull();
    const dearer = { ...large, currency: 'SEK' };
    expect(computeCreditsCost(5, settings, member([{ ...small, credits: 2 }, dearer]))).toBeNull();
  });
});

describe('the words for the money beside a price', () => {
  const say: Say = (id, values = {}) => `${id} ${String(values['money'])}`;
  const words = (cost: ReturnType<typeof computeCreditsCost>): string => moneyValue(cost, say, formatIn('en'));

  it('never name the lowest price without "from"', () => {
    expect(words({ kind: 'from', minor: 62, currency: 'EUR' })).toBe('chat.money-from €0.62');
    expect(words({ kind: 'paid', minor: 100, currency: 'EUR' })).toBe('€1.00');
    expect([words({ kind: 'given' }), words(null)]).toEqual(['given', 'none']);
  });
});
