import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestApp, createTestApp } from '../tests/support/test-app.ts';
import { audit } from './lib/audit-ledger.ts';
import { fillMembers } from './lib/fill-members.ts';
import { type Trade, tradeAtRandom } from './lib/ledger-workload.ts';

describe('the books after a trade at random (MON-01, MON-02)', () => {
  let test: TestApp;
  let trade: Trade;
  beforeAll(async () => {
    test = await createTestApp();
    const members = await fillMembers(test.context.database.pool, 12, 0);
    const ids = members.map(({ id }) => id);
    trade = await tradeAtRandom(test.context, ids, { operations: 600, seed: 'small', say: () => undefined });
  });
  afterAll(() => test.close());

  it('hold: postings sum up to nothing, and provider, journals and balances agree', async () => {
    expect(Object.keys(trade.done)).toHaveLength(6);
    for (const sum of [...Object.values(trade.done), ...Object.values(trade.told)]) expect(sum).toBeGreaterThan(0);
    expect(await audit(trade, test.context.database)).toEqual([]);
  });

  it.each([
    [
      'a movement that moved no balance',
      `insert into ledger_entries select member_id, gen_random_uuid(), number + 100000, from_account, to_account, 1, cause, 'planted',
              other_id, payment_id, balance_after, created_at from ledger_entries where cause = 'bonus' limit 1`,
      [/^ledger: balance of/],
    ],
    [
      'a purchase that was granted twice, balance and lot with it',
      `with twice as (insert into ledger_entries select member_id, gen_random_uuid(), number + 100000, from_account, to_account, amount, cause,
                        'planted', other_id, payment_id, balance_after, created_at
                        from ledger_entries where cause = 'purchase' limit 1 returning member_id, amount),
            paid as (update wallets set balance = balance + amount from twice where wallets.member_id = twice.member_id)
       insert into lots select member_id, gen_random_uuid(), true, null, amount, amount, 0, null, now() from twice`,
      [/^payments: payment/, /^totals: the provider kept money for/, /^totals: members were told/],
    ],
    [
      'a credit too many in a lot',
      `update lots set credits = credits + 1, credits_left = credits_left + 1
        where ctid = (select min(l.ctid) from lots l join wallets w using (member_id) where w.balance > 0)`,
      [/^ledger: lots of/],
    ],
    [
      'a cent that went back and was not given',
      `insert into money_entries select member_id, payment_id, 100000, 'sales', 'buyer', 1, currency, 'refund', created_at
         from money_entries limit 1`,
      [/^totals: the provider kept \d+ [A-Z]{3}, the journal \d+$/],
    ],
  ])('are found wrong after %s', async (_what, plant, found) => {
    // Planted past every trigger and check, seen by the audit alone, and taken back.
    const undone = new Error('undone');
    const planted = test.context.database.transaction(async (tx) => {
      await tx.run({ name: '', text: 'set local session_replication_role = replica' });
      await tx.run({ name: '', text: plant });
      const faults = await audit(trade, tx);
      for (const words of found) expect(faults).toContainEqual(expect.stringMatching(words));
      throw undone;
    });
    await expect(planted).rejects.toBe(undone);
  });
});
