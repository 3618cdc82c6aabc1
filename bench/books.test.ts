import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestApp, createTestApp } from '../tests/support/test-app.ts';
import { composed } from '../server/platform/database/database.ts';
import { auditLedger } from './lib/audit-ledger.ts';
import { insertMembers } from './lib/fill-members.ts';
import { type LedgerWorkload, runLedgerWorkload } from './lib/ledger-workload.ts';

describe('the ledger after a random workload (MON-01, MON-02)', () => {
  let test: TestApp;
  let workload: LedgerWorkload;
  beforeAll(async () => {
    test = await createTestApp();
    const members = await insertMembers(test.context.database.pool, 12, 0);
    const ids = members.map(({ id }) => id);
    workload = await runLedgerWorkload(test.context, ids, { operations: 600, seed: 'small', print: () => undefined });
  });
  afterAll(() => test.close());

  it('has postings that sum to zero, and agrees with the provider, the journals and the balances', async () => {
    expect(Object.keys(workload.done)).toHaveLength(6);
    for (const sum of [...Object.values(workload.done), ...Object.values(workload.reported)])
      expect(sum).toBeGreaterThan(0);
    expect(await auditLedger(workload, test.context.database)).toEqual([]);
  });

  it.each([
    [
      'an entry that changed no balance',
      `insert into ledger_entries select member_id, gen_random_uuid(), number + 100000, from_account, to_account, 1, cause, 'planted',
              other_id, payment_id, balance_after, created_at from ledger_entries where cause = 'bonus' limit 1`,
      [/^ledger: balance of/],
    ],
    [
      'a purchase granted twice, including its balance and lot',
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
      'a refund of one cent that the provider never made',
      `insert into money_entries select member_id, payment_id, 100000, 'sales', 'buyer', 1, currency, 'refund', created_at
         from money_entries limit 1`,
      [/^totals: the provider kept \d+ [A-Z]{3}, the journal \d+$/],
    ],
  ])('fails the audit after %s', async (_what, plant, found) => {
    // Bypasses all triggers and checks; rolled back after the audit.
    const undone = new Error('undone');
    const planted = test.context.database.transaction(async (tx) => {
      await tx.run(composed('set local session_replication_role = replica'));
      await tx.run(composed(plant));
      const faults = await auditLedger(workload, tx);
      for (const words of found) expect(faults).toContainEqual(expect.stringMatching(words));
      throw undone;
    });
    await expect(planted).rejects.toBe(undone);
  });
});
