import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { verifyBooks } from '../../server/books/reports.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { openBooks, type Altered, type Books, type BooksOptions } from './books.ts';
import { operations } from './operations.ts';
import { openMembers, runModel, type ModelOptions } from './run-model.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  // The server's timeouts, such as that of a call to a provider, never pass, because a busy machine is not a fault.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterAll(async () => {
  vi.useRealTimers();
  await test.close();
});

const check = (open: (member: MemberId) => Books, options: ModelOptions) => {
  const { pool } = test.context.database;
  return runModel({ pool, openBooks: open, openMember: openMembers(pool, 50) }, options);
};

/** Applies a 25 % discount once more. */
const offAgain = (amount: unknown): number => Math.ceil(Number(amount) * 0.75);

describe('the books, compared with a model after every step of random sequences', () => {
  it('agree with the model (MON-01, MON-02, MON-18, MON-19, MON-27, MON-29)', { timeout: 240_000 }, async () => {
    const open = (member: MemberId) => openBooks(test.context, member);
    expect(await check(open, { seed: 1, sequences: 200, length: 12 })).toBeUndefined();
  });

  it('pass the finance checks after all sequences', async () => {
    const faults: string[] = [];
    await verifyBooks(
      test.context.database,
      (fault) => faults.push(fault),
      () => undefined,
    );
    expect(faults).toEqual([]);
  });

  it('have an operation for each way in which money and credits move', () => {
    const ways = ['buy', 'buy with a code', 'spend', 'give back', 'bonus', 'chargeback', 'refund a part', 'withdraw'];
    const others = ['repeat order', 'order by direct debit', 'order by transfer', 'change prices', 'change the site'];
    expect(Object.keys(operations)).toEqual(expect.arrayContaining([...ways, ...others]));
  });

  const caller: Record<string, BooksOptions> = {
    'purchases are spent before gifts': {
      inOrder: (wallets) => ({
        get: (id) => ({ ...wallets.get(id), lots: wallets.get(id).lots.toReversed() }),
      }),
    },
    'the timer of the time bonus is restarted with each visit': {
      asCaller: (call) => ({ ...call, member: { ...call.member, signupAt: call.context.clock.now() } }),
    },
  };

  const altered: Record<string, Altered> = {
    'a credit too many is sold': {
      'payments.insert-payment': (given) => ({ ...given, credits: Number(given['credits']) + 1 }),
    },
    'a discount is applied twice': {
      'payments.insert-payment': (given) =>
        given['discountCode'] === null ? given : { ...given, amount: offAgain(given['amount']) },
    },
    'a code for once is used by several orders': {
      'discounts.insert-claim': (given) => ({ ...given, slot: `${given['slot']} ${given['paymentId']}` }),
      'discounts.insert-redeemer': (given) => ({ ...given, slot: `${given['slot']} ${given['paymentId']}` }),
    },
    'the numbers of receipts have a gap': {
      'payments.insert-receipt-number': (given) => ({ ...given, number: Number(given['number']) + 1 }),
    },
    'a withdrawal is rounded down': {
      'payments.insert-withdrawal': (given) => ({ ...given, amount: Number(given['amount']) - 1 }),
    },
  };

  const replaced: Record<string, (real: Books) => Books> = {
    'a refund is rounded down to whole euros': (real) => ({
      ...real,
      settle: (payment, seen) => {
        const rounded = seen.reversals?.map((one) => ({
          ...one,
          minor: Math.max(1, Math.floor(one.minor / 100) * 100),
        }));
        return real.settle(payment, { ...seen, reversals: rounded ?? null });
      },
    }),
    'a won dispute is not booked back': (real) => ({
      ...real,
      settle: (payment, seen) => {
        const standing = seen.reversals?.map((one) => ({ ...one, undone: false }));
        return real.settle(payment, { ...seen, reversals: standing ?? null });
      },
    }),
    'a charge is not returned': (real) => ({ ...real, giveBack: async () => undefined }),
    'a bonus is given twice': (real) => ({
      ...real,
      bonus: async (credits, cause) => {
        await real.bonus(credits, cause);
        await real.bonus(credits, `${cause} again`);
      },
    }),
    'a stored card is charged without a tap': (real) => ({
      ...real,
      settle: async (payment, seen) => {
        await real.settle(payment, seen);
        await real.jobs.run();
        const [card] = await test.sql<{ card_id: CardId }>(
          `select card_id from stored_cards where member_id = $1 and payment_id = $2 and state = 'valid'`,
          [real.member, payment],
        );
        const order = { bundle: 'some', paymentmethod: 'credit_card', idempotency_key: randomUUID() } as const;
        const place = { site: 'first', market: 'NL', premium: true } as const;
        if (card) await real.order(place, { ...order, stored_card: card.card_id });
      },
    }),
  };

  const planted: Record<string, (member: MemberId) => Books> = {};
  for (const [name, options] of Object.entries(caller))
    planted[name] = (member) => openBooks(test.context, member, options);
  for (const [name, statements] of Object.entries(altered))
    planted[name] = (member) => openBooks(test.context, member, { altered: statements });
  for (const [name, change] of Object.entries(replaced))
    planted[name] = (member) => change(openBooks(test.context, member));

  it.each(Object.keys(planted))('differ from the model if %s', async (name) => {
    const found = await check(planted[name]!, { seed: 1, sequences: 200, length: 20, shortened: false });
    expect(found).toMatch(/^seed 1: (after step|in the end)/);
  });
});
