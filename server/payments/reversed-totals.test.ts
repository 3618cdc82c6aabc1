import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { credits, price } from '../../tests/support/reversals.ts';
import { creditsBack, nextReversed, reversalSteps, sumReversals } from './rules.ts';

describe('the returned total of a payment', () => {
  const order = fc.record({ amount: fc.integer({ min: 1, max: 99_999 }), fee: fc.nat(500), credits: fc.nat(2_000) });

  const reversal = fc.record({
    kind: fc.constantFrom('refund' as const, 'chargeback' as const),
    amount: fc.integer({ min: 1, max: 100_000 }),
    undone: fc.boolean(),
  });

  it('equals the reported reversals up to the price, whatever is reported in whatever order', () => {
    fc.assert(
      fc.property(order, fc.array(fc.tuple(reversal, fc.boolean()), { maxLength: 8 }), (of, told) => {
        let booked = { refunded: 0, charged_back: 0 };
        const known: { kind: 'refund' | 'chargeback'; amount: number; undone: boolean }[] = [];
        const settle = () => {
          const next = nextReversed({ ...of, ...booked }, sumReversals(known));
          const steps = reversalSteps(booked, next);
          expect(steps.every(({ before, after }) => before >= 0 && after >= 0)).toBe(true);
          booked = next;
          const standing = known.filter(({ undone }) => !undone).reduce((sum, { amount }) => sum + amount, 0);
          expect(booked.refunded).toBeGreaterThanOrEqual(0);
          expect(booked.charged_back).toBeGreaterThanOrEqual(0);
          expect(booked.refunded + booked.charged_back).toBe(Math.min(of.amount + of.fee, standing));
          expect(steps.at(-1)?.after ?? booked.refunded + booked.charged_back).toBe(
            booked.refunded + booked.charged_back,
          );
        };
        for (const [one, undoneLater] of told) {
          known.push(one);
          settle();
          if (undoneLater) one.undone = true;
          settle();
        }
      }),
    );
  });

  it('stays the same if an answer reports less than the last one', () => {
    const of = { amount: 1_999, fee: 0, refunded: 500, charged_back: 200 };
    expect(nextReversed(of, sumReversals([]))).toEqual({ refunded: 500, charged_back: 200 });
  });

  it('takes exactly the unused credits if they are refunded at their price, rounded up (MON-28)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 50 }), fc.nat(2_000), (n, cents, u) => {
        const amount = n * cents;
        const unused = Math.min(u, n);
        const refund = Math.ceil((amount * unused) / n);
        expect(creditsBack({ amount, fee: 0, credits: n }, refund)).toBe(unused);
      }),
    );
    expect(creditsBack({ amount: price, fee: 0, credits }, price)).toBe(credits);
    for (let unused = 0; unused <= credits; unused += 1)
      expect(creditsBack({ amount: price, fee: 0, credits }, Math.ceil((price * unused) / credits))).toBe(unused);
  });
});
