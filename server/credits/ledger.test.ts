import { randomUUID } from 'node:crypto';

import fc from 'fast-check';
import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import { createId } from '../platform/ids.ts';
import { chargeMember } from '../../tests/support/charge.ts';
import { createTestApp } from '../../tests/support/test-app.ts';
import { loadBalance } from './balance.ts';
import { chargeWallets, grantCredits, lockWallets, openWallet, returnCredits } from './wallets.ts';

const test = await createTestApp();
afterAll(test.close);

/** Inserts only the row that a wallet references. */
const bareMember = (memberId: MemberId) =>
  test.sql(
    `insert into members (member_id, site, email, name, password_hash, status, language, country, signup_at, terms_version, terms_accepted_at)
     values ($1, 'default', '', '', '', 'not_confirmed', 'en', 'NL', now(), '1', now())`,
    [memberId],
  );

async function wallet(signupCredits = 0): Promise<MemberId> {
  const memberId = createId<MemberId>();
  await bareMember(memberId);
  await test.context.database.transaction((tx) => openWallet(tx, memberId, signupCredits, test.clock.now()));
  return memberId;
}

function charge(
  memberId: MemberId,
  amount: number,
  causeId: string = randomUUID(),
  key: string | null = null,
): Promise<number> {
  const otherId = createId<MemberId>();
  return chargeMember(test.context, { memberId, amount, cause: 'message', causeId, otherId, key });
}

function buy(memberId: MemberId, credits: number, paymentId: PaymentId = createId<PaymentId>()): Promise<number> {
  const price = { minor: credits * 10, currency: 'EUR' };
  const grant = { memberId, credits, cause: 'purchase', causeId: paymentId, paymentId, price } as const;
  return test.context.database.transaction((tx) => grantCredits(tx, { ...grant, now: test.clock.now() }));
}

function giveBack(memberId: MemberId, causeId: string, key: string | null = null): Promise<number> {
  return test.context.database.transaction((tx) =>
    returnCredits(tx, { memberId, cause: 'message', causeId, key, now: test.clock.now() }),
  );
}

const listLots = (memberId: MemberId) =>
  test.sql<{ free: boolean; credits_left: number }>(
    'select free, credits_left from lots where member_id = $1 order by free desc, created_at, lot_id',
    [memberId],
  );

/**
 * Returns the balance, the sums of the entries and of the open lots, and the last balance, which must all be the same.
 */
async function threeSums(memberId: MemberId): Promise<number[]> {
  const [row] = await test.sql<{ balance: number; entries: number; lots: number; last: number }>(
    `select w.balance,
            (select coalesce(sum(case when to_account = 'member' then amount else -amount end), 0)::int from ledger_entries e where e.member_id = w.member_id) as entries,
            (select coalesce(sum(credits_left), 0)::int from lots l where l.member_id = w.member_id) as lots,
            (select coalesce((select balance_after from ledger_entries e where e.member_id = w.member_id order by number desc limit 1), 0)) as last
       from wallets w where member_id = $1`,
    [memberId],
  );
  return [row!.balance, row!.entries, row!.lots, row!.last];
}

describe('a wallet', () => {
  it("opens with the site's credits as a free lot", async () => {
    const memberId = await wallet(20);
    expect(await loadBalance(test.context.database, memberId)).toBe(20);
    expect(await listLots(memberId)).toEqual([{ free: true, credits_left: 20 }]);
  });

  it('opens empty, without an entry, when the site gives nothing', async () => {
    const memberId = await wallet(0);
    expect(await threeSums(memberId)).toEqual([0, 0, 0, 0]);
  });

  it('accepts exactly as many of 200 concurrent charges as it can pay, and ends at 0 (MON-05)', async () => {
    const memberId = await wallet(35);
    const ends = await Promise.allSettled(Array.from({ length: 200 }, () => charge(memberId, 5)));
    const refused = ends.filter((end) => end.status === 'rejected');
    expect(ends.length - refused.length).toBe(7);
    expect(new Set(refused.map((end) => (end.reason as { code: string }).code))).toEqual(new Set(['chat.credits']));
    expect(await threeSums(memberId)).toEqual([0, 0, 0, 0]);
  });

  it('is charged once per key, however many calls race', async () => {
    const memberId = await wallet(50);
    const key = randomUUID();
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => charge(memberId, 5, randomUUID(), key)));
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1);
    expect(await threeSums(memberId)).toEqual([45, 45, 45, 45]);
    const other = await wallet(50);
    expect(await charge(other, 5, randomUUID(), key)).toBe(45);
  });

  it('is charged once per cause, however many calls race', async () => {
    const memberId = await wallet(50);
    const causeId = randomUUID();
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => charge(memberId, 5, causeId)));
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1);
    expect(await threeSums(memberId)).toEqual([45, 45, 45, 45]);
  });

  it('gets no entry for a free message', async () => {
    const memberId = await wallet(5);
    expect(await charge(memberId, 0)).toBe(5);
    expect(await test.sql('select 1 from ledger_entries where member_id = $1', [memberId])).toHaveLength(1);
  });

  it('spends free credits before purchased ones, and the oldest bundle first', async () => {
    const memberId = await wallet();
    await buy(memberId, 10);
    test.clock.move(1_000);
    await buy(memberId, 10);
    test.clock.move(1_000);
    const gift = { memberId, credits: 3, cause: 'bonus', causeId: 'x', paymentId: null, price: null } as const;
    await test.context.database.transaction((tx) => grantCredits(tx, { ...gift, now: test.clock.now() }));
    await charge(memberId, 15);
    expect((await listLots(memberId)).map((lot) => lot.credits_left)).toEqual([0, 0, 8]);
  });
});

it('overlapping sets of wallets are charged concurrently without a deadlock', async () => {
  const [a, b, c] = [await wallet(100), await wallet(100), await wallet(100)];
  const sets = [
    [a, b, c],
    [c, b, a],
    [a, b],
    [b, a],
    [b, c],
    [c, b],
  ] as const;
  const statements = vi.spyOn(pg.Client.prototype, 'query');
  const chargeAll = (members: readonly MemberId[]) =>
    test.context.database.transaction(async (tx) => {
      const common = { amount: 1, cause: 'message', otherId: createId<MemberId>() } as const;
      const charges = members.map((memberId) => ({ ...common, memberId, causeId: randomUUID() }));
      await chargeWallets(tx, await lockWallets(tx, members), charges, test.clock.now());
    });
  await Promise.all(Array.from({ length: 10 }, () => sets.map(chargeAll)).flat());
  const rollbacks = statements.mock.calls.filter(([text]) => (text as unknown) === 'rollback');
  statements.mockRestore();
  expect(rollbacks).toEqual([]);
  expect(await Promise.all([a, b, c].map(threeSums))).toEqual([60, 40, 60].map((left) => Array(4).fill(left)));
});

describe('a returned charge', () => {
  it('goes back into its lots once, even when 20 calls race', async () => {
    const memberId = await wallet(3);
    await buy(memberId, 10);
    const causeId = randomUUID();
    await charge(memberId, 8, causeId);
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => giveBack(memberId, causeId))))).toEqual(
      new Set([13]),
    );
    expect((await listLots(memberId)).map((lot) => lot.credits_left)).toEqual([3, 10]);
    expect(await threeSums(memberId)).toEqual([13, 13, 13, 13]);
  });

  const key = randomUUID();
  it.each([
    ['its key', key, key],
    ['no key, although its message has one', null, key],
    ['a key that was forgotten with its message', key, null],
  ])('is found and goes back once with %s', async (_, charged, known) => {
    const memberId = await wallet(20);
    const causeId = randomUUID();
    await charge(memberId, 3, randomUUID(), randomUUID());
    await charge(memberId, 5, causeId, charged);
    await charge(memberId, 4);
    const ends = await Promise.all(Array.from({ length: 5 }, () => giveBack(memberId, causeId, known)));
    expect(new Set(ends)).toEqual(new Set([13]));
    expect(await threeSums(memberId)).toEqual([13, 13, 13, 13]);
  });

  it('is not another one with the same key', async () => {
    const memberId = await wallet(20);
    await charge(memberId, 5, randomUUID(), key);
    expect(await giveBack(memberId, randomUUID(), key)).toBe(15);
  });

  it('changes nothing when nothing was charged', async () => {
    const memberId = await wallet(3);
    expect(await giveBack(memberId, randomUUID())).toBe(3);
  });
});

describe('after random histories', () => {
  it('balance, entries and lots agree in the database', async () => {
    const move = fc.oneof(
      fc.record({ kind: fc.constant('buy' as const), credits: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ kind: fc.constant('spend' as const), credits: fc.integer({ min: 0, max: 20 }) }),
      fc.record({ kind: fc.constant('return' as const), credits: fc.nat(5) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(20), fc.array(move, { maxLength: 10 }), async (signup, moves) => {
        const memberId = await wallet(signup);
        const spent: string[] = [];
        let expected = signup;
        for (const { kind, credits } of moves) {
          if (kind === 'buy') {
            expected += credits;
            await buy(memberId, credits);
          } else if (kind === 'spend' && credits <= expected) {
            expected -= credits;
            const causeId = `${credits} ${randomUUID()}`;
            spent.push(causeId);
            await charge(memberId, credits, causeId);
          } else if (kind === 'return') {
            const [causeId] = spent.splice(credits, 1);
            expected += Number(causeId?.split(' ')[0] ?? 0);
            if (causeId) await giveBack(memberId, causeId);
          }
        }
        expect((await threeSums(memberId)).slice(0, 3)).toEqual([expected, expected, expected]);
      }),
      { numRuns: 60 },
    );
  });

  it('postings sum to zero', async () => {
    const [row] = await test.sql<{ sum: number; rows: number }>(
      'select sum(amount)::int as sum, count(*)::int as rows from ledger_postings',
    );
    expect(row!.sum).toBe(0);
    expect(row!.rows).toBeGreaterThan(10);
  });
});

describe('a debt after a chargeback', () => {
  it('stops all spending and is paid first by the next bundle', async () => {
    const memberId = await wallet();
    await buy(memberId, 100);
    await charge(memberId, 40);
    await test.sql('update wallets set debt_max = 1000 where member_id = $1', [memberId]);
    await test.sql('update lots set credits_left = 0 where member_id = $1', [memberId]);
    await test.sql(entrySql({ memberId, from: 'member', to: 'sales', amount: 100, cause: 'chargeback' }));
    expect(await loadBalance(test.context.database, memberId)).toBe(-40);
    await expect(charge(memberId, 1)).rejects.toMatchObject({ code: 'chat.credits' });
    await buy(memberId, 50);
    expect(await threeSums(memberId)).toEqual([10, 10, 10, 10]);
  });
});

function entrySql({
  memberId = toId<MemberId>(''),
  from = 'sales',
  to = 'member',
  amount = 5,
  cause = 'purchase',
}): string {
  return `insert into ledger_entries
            (member_id, entry_id, number, from_account, to_account, amount, cause, cause_id, balance_after, created_at)
          values ('${memberId}', '${randomUUID()}', 0, '${from}', '${to}', ${amount}, '${cause}', '${randomUUID()}', 0, now())`;
}

describe('the database, as the application role', () => {
  it('refuses an entry that moves nothing, or between the wrong accounts (MON-03)', async () => {
    const memberId = await wallet(10);
    for (const fields of [
      { from: 'sales', to: 'usage' },
      { from: 'member', to: 'member' },
      { amount: 0 },
      { amount: -5 },
      { to: 'nobody' },
      { from: 'usage', cause: 'purchase' },
      { cause: 'luck' },
    ])
      await expect(test.sql(entrySql({ memberId, ...fields }))).rejects.toThrow(/violates check constraint/);
    expect(await loadBalance(test.context.database, memberId)).toBe(10);
  });

  it('refuses an entry without its counterpart or without a wallet (MON-03)', async () => {
    const text = entrySql({ memberId: await wallet(10) }).replace(`'sales', 'member'`, `'sales', null`);
    await expect(test.sql(text)).rejects.toThrow(/null value|check constraint/);
    await expect(test.sql(entrySql({ memberId: createId() }))).rejects.toThrow('no wallet');
  });

  it('refuses to change, delete or truncate entries (MON-04)', async () => {
    await wallet(10);
    for (const text of [
      'update ledger_entries set amount = amount + 1',
      'delete from ledger_entries',
      'truncate ledger_entries',
      'truncate wallets cascade',
    ])
      await expect(test.sql(text)).rejects.toThrow('append-only');
  });

  it('refuses a balance that is set directly, when a wallet opens and later (MON-04)', async () => {
    const memberId = await wallet(10);
    for (const change of ['balance = 99', 'entries = 0', 'entries = entries + 1'])
      await expect(test.sql(`update wallets set ${change} where member_id = $1`, [memberId])).rejects.toThrow(
        'only by a ledger entry',
      );
    const other = createId<MemberId>();
    await bareMember(other);
    for (const opened of ['balance', 'entries'])
      await expect(test.sql(`insert into wallets (member_id, ${opened}) values ($1, 5)`, [other])).rejects.toThrow(
        'opens empty',
      );
    expect(await loadBalance(test.context.database, memberId)).toBe(10);
  });

  it('refuses spending below zero, even if a debt is allowed', async () => {
    const memberId = await wallet(3);
    const spending = { memberId, from: 'member', to: 'usage', amount: 4, cause: 'message' };
    await expect(test.sql(entrySql(spending))).rejects.toMatchObject({ constraint: 'wallets_balance' });
    await test.sql('update wallets set debt_max = 100 where member_id = $1', [memberId]);
    await expect(test.sql(entrySql(spending))).rejects.toMatchObject({ constraint: 'wallets_balance' });
  });

  it('refuses a lot that holds less than zero or more than its credits', async () => {
    const memberId = await wallet(3);
    for (const left of [-1, 4])
      await expect(
        test.sql('update lots set credits_left = $2 where member_id = $1', [memberId, left]),
      ).rejects.toMatchObject({ constraint: 'lots_left' });
  });
});
