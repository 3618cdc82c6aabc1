import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { quickMember } from '../../tests/support/chat.ts';
import { type TestApp, createTestApp } from '../../tests/support/test-app.ts';
import { type Books, booksOf } from './books.ts';
import { operations } from './operations.ts';
import { runModel } from './run-model.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const openMember = async (): Promise<string> => (await quickMember(test)).id;
const check = (books: Books, options: { seeds: number; length: number }): Promise<string | undefined> =>
  runModel({ context: test.context, books, openMember }, options);

describe('the books, compared with a model after every step of random sequences', () => {
  it('agree with it for 200 seeds (MON-01, MON-18, MON-19, MON-27, MON-29)', async () => {
    expect(await check(booksOf(test.context), { seeds: 200, length: 12 })).toBeUndefined();
  });

  it('have a place for each way in which money and credits move', () => {
    expect(Object.keys(operations)).toEqual(
      expect.arrayContaining(['buy', 'spend', 'give back', 'bonus', 'chargeback', 'refund a part', 'change prices']),
    );
  });

  const planted: Record<string, (real: Books) => Books> = {
    'purchases spent before gifts': () =>
      booksOf(test.context, (wallets) => ({
        of: (id) => ({ ...wallets.of(id), lots: wallets.of(id).lots.toReversed() }),
      })),
    'a refund rounded down to whole euros': (real) => ({
      ...real,
      settle: (member, payment, bundle, reversals) => {
        const rounded = reversals.map((one) => ({ ...one, minor: Math.max(1, Math.floor(one.minor / 100) * 100) }));
        return real.settle(member, payment, bundle, rounded);
      },
    }),
    'a won dispute that is not booked back': (real) => ({
      ...real,
      settle: (member, payment, bundle, reversals) =>
        real.settle(
          member,
          payment,
          bundle,
          reversals.map((one) => ({ ...one, undone: false })),
        ),
    }),
    'a charge that is not returned': (real) => ({ ...real, giveBack: async () => undefined }),
    'a bonus given twice': (real) => ({
      ...real,
      bonus: async (member, credits, cause) => {
        await real.bonus(member, credits, cause);
        await real.bonus(member, credits, `${cause} again`);
      },
    }),
    'a credit too many for the price': (real) => ({
      ...real,
      order: (member, bundle) => real.order(member, { ...bundle, credits: bundle.credits + 1 }),
    }),
  };

  it.each(Object.keys(planted))('differ after %s', async (name) => {
    const books = planted[name]?.(booksOf(test.context));
    expect(await check(books!, { seeds: 60, length: 12 })).toMatch(/^seed \d+: after step/);
  });
});
