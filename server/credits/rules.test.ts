import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import { takeLots } from './rules.ts';

type Step =
  | { kind: 'grant'; free: boolean; credits: number }
  | { kind: 'spend'; credits: number }
  | { kind: 'return'; which: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('grant' as const), free: fc.boolean(), credits: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant('spend' as const), credits: fc.integer({ min: 1, max: 15 }) }),
  fc.record({ kind: fc.constant('return' as const), which: fc.nat(20) }),
);

interface Lot {
  lot_id: LotId;
  free: boolean;
  at: number;
  credits_left: number;
}

/** Sorts lots as the query `list-open-lots` does. */
const inOrder = (lots: Lot[]): Lot[] =>
  lots
    .filter((lot) => lot.credits_left > 0)
    .toSorted((a, b) => Number(b.free) - Number(a.free) || a.at - b.at || (a.lot_id < b.lot_id ? -1 : 1));

/**
 * Finds the coin to spend. The model keeps every credit as a coin of its own, and spends them one by one, each time the
 * first in order.
 */
function firstCoin(coins: Lot[]): Lot | undefined {
  let first: Lot | undefined;
  for (const coin of coins) {
    if (coin.credits_left === 0) continue;
    if (!first || (coin.free && !first.free) || (coin.free === first.free && coin.at < first.at)) first = coin;
  }
  return first;
}

describe('the lots that a charge takes', () => {
  it('are the free ones first, then the oldest purchase, in 10,000 random histories (MON-29)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const lots: Lot[] = [];
        const model: Lot[] = [];
        const spent: { lotId: LotId; credits: number }[][] = [];
        for (const [at, move] of steps.entries()) {
          if (move.kind === 'grant') {
            const lot = { lot_id: toId<LotId>(`lot-${at}`), free: move.free, at, credits_left: move.credits };
            lots.push(lot);
            model.push({ ...lot });
          } else if (move.kind === 'spend') {
            const balance = lots.reduce((sum, lot) => sum + lot.credits_left, 0);
            if (balance < move.credits) continue;
            const uses = takeLots(inOrder(lots), move.credits);
            spent.push(uses);
            for (const use of uses) lots.find((lot) => lot.lot_id === use.lotId)!.credits_left -= use.credits;
            for (let coin = 0; coin < move.credits; coin += 1) firstCoin(model)!.credits_left -= 1;
          } else {
            const [uses] = spent.splice(move.which, 1);
            for (const use of uses ?? []) {
              lots.find((lot) => lot.lot_id === use.lotId)!.credits_left += use.credits;
              model.find((lot) => lot.lot_id === use.lotId)!.credits_left += use.credits;
            }
          }
          expect(lots).toEqual(model);
        }
      }),
      { numRuns: 10_000 },
    );
  });

  it('are refused if they hold fewer credits than the charge', () => {
    expect(() => takeLots([{ lot_id: toId('a'), credits_left: 3 }], 4)).toThrow('fewer credits');
  });
});
