import { describe, expect, it } from 'vitest';

import type { CreditLot } from '../../../contract/credits/operations.ts';
import { formatIn } from '../../platform/sentences/format.ts';
import type { Say } from '../../platform/sentences/sentences.tsx';
import { computeCreditsCost, moneyValue } from './use-credits-cost.ts';

const settings = { message_credits: 5, minimum_message_costs: { NL: { costs: 62, currency: 'EUR' as const } } };
const small: CreditLot = { credits: 50, of: 50, amount: 999, currency: 'EUR' };
const large: CreditLot = { credits: 700, of: 700, amount: 9_499, currency: 'EUR' };
const free: CreditLot = { credits: 20, of: 20, amount: 0, currency: null };

function member(credit_lots: CreditLot[], part: { paid_user?: boolean; credits?: number; country?: 'NL' | 'FR' } = {}) {
  const { paid_user = true, country = 'NL' } = part;
  const credits = part.credits ?? credit_lots.reduce((sum, lot) => sum + lot.credits, 0);
  return { credits, paid_user, credit_lots, profile: { country } } as const;
}

const cost = (credits: number, ...of: Parameters<typeof member>): ReturnType<typeof computeCreditsCost> =>
  computeCreditsCost(credits, settings, member(...of));
const paid = (minor: number) => ({ kind: 'paid', minor, currency: 'EUR' });
const from = (minor: number) => ({ kind: 'from', minor, currency: 'EUR' });

describe('the money beside a price', () => {
  it('is what this member paid for the credits that will be spent, and nothing for those given for free', () => {
    expect(cost(5, [small, large])).toEqual(paid(100));
    expect(cost(5, [large])).toEqual(paid(68));
    expect(cost(50, [small])).toEqual(paid(999));
    expect(cost(5, [free, small])).toEqual({ kind: 'given' });
    expect(cost(5, [{ ...free, credits: 2 }, small])).toEqual(paid(60));
  });

  it('follows the balance, which is newer than the lots', () => {
    expect(cost(5, [free, small], { credits: 50 })).toEqual(paid(100));
    expect(cost(5, [small, large], { credits: 702 })).toEqual(paid(Math.ceil(39.96 + 40.71)));
  });

  it('is the lowest price before the first purchase and when no credits are left', () => {
    expect(cost(5, [free], { paid_user: false })).toEqual(from(62));
    expect(cost(3, [])).toEqual(from(38));
  });

  it('is left out if nothing is paid, no price is known, or currencies differ', () => {
    expect(cost(0, [small])).toBeNull();
    expect(cost(5, [], { country: 'FR' })).toBeNull();
    expect(computeCreditsCost(5, settings, null)).toBeNull();
    expect(
      cost(5, [
        { ...small, credits: 2 },
        { ...large, currency: 'SEK' },
      ]),
    ).toBeNull();
  });
});

it('the words for the money beside a price never name the lowest price without "from"', () => {
  const say: Say = (id, ...[values]) => `${id} ${String((values as { money?: string }).money)}`;
  const words = (of: ReturnType<typeof computeCreditsCost>): string => moneyValue(of, say, formatIn('en'));
  expect(words({ kind: 'from', minor: 62, currency: 'EUR' })).toBe('chat.money-from €0.62');
  expect(words({ kind: 'paid', minor: 100, currency: 'EUR' })).toBe('€1.00');
  expect([words({ kind: 'given' }), words(null)]).toEqual(['given', 'none']);
});
