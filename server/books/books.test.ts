import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runAsStaff } from '../../tests/support/as-staff.ts';
import { openShop } from '../../tests/support/payments.ts';
import { purchasesAt } from '../../tests/support/purchases.ts';
import { mismatchCommands } from '../payments/mismatches/commands.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { dayMs, minuteMs } from '../platform/clock.ts';
import { composeStatement, type Database, type Transaction } from '../platform/database/database.ts';
import { exportBooks, listLiability, listTax, verifyBooks } from './reports.ts';
import { reconcileBooks } from './reconcile.ts';

const shop = await openShop();
afterAll(shop.close);

const { bought, spend } = purchasesAt(shop);

beforeAll(async () => {
  const { buyer, id } = await bought();
  await spend(buyer, 30);
  await shop.refundAndHook(id, 500);
  await shop.paid(buyer, { bundle: 'small' });
  const other = await bought();
  await spend(other.buyer, 10);
  await shop.chargeBackAndHook(other.id);
});

const silent = (): void => undefined;

async function collectLines(run: (print: (line: string) => void) => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [];
  await run((line) => lines.push(line));
  return lines;
}

/** Returns the output of a command after `plant` has written a fault past all triggers; rolls the fault back. */
async function withPlanted<T>(plant: string, run: (database: Database) => Promise<T>): Promise<T> {
  const undone = new Error('undone');
  let result: T | undefined;
  const planted = shop.test.context.database.transaction(async (tx) => {
    await tx.run(composeStatement('set local session_replication_role = replica'));
    await tx.run(composeStatement(plant));
    result = await run(within(tx));
    throw undone;
  });
  await expect(planted).rejects.toBe(undone);
  return result as T;
}

/** Returns a database whose transactions join a running one. */
function within(tx: Transaction): Database {
  const inner: Transaction = {
    ...tx,
    raw: async (text, values) => (text.startsWith('set transaction') ? [] : tx.raw(text, values)),
  };
  return { ...shop.test.context.database, transaction: (work) => work(inner) };
}

describe('ledger verify', () => {
  it('finds no faults in books that add up, and says what it checked', async () => {
    const notes: string[] = [];
    expect(
      await collectLines((print) => verifyBooks(shop.test.context.database, print, (line) => notes.push(line))),
    ).toEqual([]);
    expect(notes.every((line) => line.startsWith('ok  '))).toBe(true);
    expect(notes.length).toBeGreaterThan(8);
  });

  it.each([
    ['a balance that no entry made', 'update wallets set balance = balance + 1 where balance > 0', /^balance of /],
    ['an entry that the wallet did not count', 'update wallets set entries = entries + 1', /^balance of /],
    [
      'a credit too many in a lot',
      'update lots set credits = credits + 1, credits_left = credits_left + 1 where credits_left > 0',
      /^lots of /,
    ],
    ['a missing entry', `delete from ledger_entries where cause = 'gift'`, /^entry \d+ of .* follows/],
    [
      'a purchase granted twice',
      `insert into ledger_entries select (jsonb_populate_record(e, jsonb_build_object('entry_id', gen_random_uuid(), 'number', number + 1000, 'cause_id', gen_random_uuid()))).*
         from ledger_entries e where cause = 'purchase'`,
      /^payment .* granted (\d+) of (?!\1)\d+ credits/,
    ],
    [
      'a payment without its money',
      `delete from money_entries where cause = 'payment'`,
      /^payment .* has entries of 0/,
    ],
    [
      'money in another currency',
      `update money_entries set currency = 'GBP' where cause = 'payment'`,
      /^payment .* has entries of/,
    ],
    [
      'a refund that was booked without its credits',
      `delete from ledger_entries where cause = 'refund'`,
      /^payment .* took 0 back for 500/,
    ],
    [
      'a chargeback that is not booked',
      `insert into reversals select member_id, payment_id, 'chb_x', 'chargeback', 100, false, now(), null from payments where refunded = 500`,
      /^payment .* was returned by 600, booked are 500/,
    ],
    [
      'a gap in the numbers of receipts',
      `insert into receipt_numbers select 'NL 1', n, gen_random_uuid(), gen_random_uuid(), 1 from unnest(array[1, 3]) n`,
      /^receipt 3 of NL 1 follows 1$/,
    ],
    [
      'premium after everything was returned',
      'update members set paid_at = now() where paid_at is null',
      /is premium although every purchase was returned$/,
    ],
    [
      'no premium although a purchase stands',
      'update members set paid_at = null',
      /is not premium although a purchase stands$/,
    ],
  ])('finds %s', async (_what, plant, words) => {
    const lines = await withPlanted(plant, (database) => collectLines((print) => verifyBooks(database, print, silent)));
    expect(lines).toContainEqual(expect.stringMatching(words));
  });

  it('shows at most twenty faults of a kind, and counts them all', async () => {
    const plant = `insert into ledger_entries select $$${randomUUID()}$$::uuid, gen_random_uuid(), n * 2, 'free_credits', 'member', 1, 'bonus',
                          n::text, null, null, 7, now() from generate_series(1, 50) n`;
    const lines = await withPlanted(plant, (database) => collectLines((print) => verifyBooks(database, print, silent)));
    expect(lines.filter((line) => line.startsWith('entry'))).toHaveLength(20);
    expect(lines).toContain('… and 30 more of this kind');
  });
});

describe('ledger export', () => {
  const all = { from: new Date(0), to: new Date('2100-01-01') };

  async function exported(period: { from: Date; to: Date }): Promise<Record<string, unknown>[]> {
    const lines: string[] = [];
    const write = async (line: string): Promise<void> => void lines.push(line);
    await exportBooks(shop.test.context.database, period, write, silent);
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  it('has every entry of both books once, oldest first', async () => {
    const lines = await exported(all);
    const entries = await shop.test.sql('select 1 from ledger_entries union all select 1 from money_entries');
    expect(lines).toHaveLength(entries.length);
    const times = lines.map(({ created_at }) => String(created_at));
    expect(times).toEqual(times.toSorted());
    const keys = lines.map(
      ({ book, member_id, payment_id, number }) =>
        `${book} ${member_id} ${book === 'money' ? payment_id : ''} ${number}`,
    );
    expect(new Set(keys).size).toBe(lines.length);
    const refund = { book: 'money', cause: 'refund', amount: 500, currency: 'EUR' };
    expect(lines).toContainEqual(expect.objectContaining(refund));
  });

  it('has only the entries of the requested period', async () => {
    const lines = await exported(all);
    const from = new Date(String(lines[3]!['created_at']));
    expect(await exported({ from, to: all.to })).toEqual(
      lines.filter((line) => new Date(String(line['created_at'])) >= from),
    );
    expect(await exported({ from: all.from, to: from })).toEqual(
      lines.filter((line) => new Date(String(line['created_at'])) < from),
    );
  });
});

describe('ledger liability', () => {
  it('values unspent credits at the price paid for them, by country, currency and tax rate', async () => {
    const [head, ...lines] = await collectLines((print) => listLiability(shop.test.context.database, print, silent));
    expect(head).toBe('"kind";"country";"currency";"vat_rate";"credits";"value_minor"');
    const kept = await shop.first<{ credits: number; value: number }>(
      'select sum(credits_left)::int as credits, round(sum(price_minor::numeric * credits_left / credits))::int as value from lots where not free',
    );
    expect(lines).toContain(`"bought";"NL";"EUR";2100;${kept!.credits};${kept!.value}`);
    expect(kept!.value).toBeGreaterThan(0);
  });

  it('counts a planted lot of free credits', async () => {
    const plant = `insert into lots select member_id, gen_random_uuid(), true, null, 7, 7, 0, null, now() from wallets limit 1`;
    const lines = await withPlanted(plant, (database) =>
      collectLines((print) => listLiability(database, print, silent)),
    );
    expect(lines.some((line) => /^"given";"NL";"";"";\d+;0$/.test(line))).toBe(true);
  });
});

/** Reads the lines of the tax list, by the names in its head. */
async function taxRows(database: Database, period = { from: '2000-01-01', to: '2100-01-01' }) {
  const lines: string[] = [];
  await listTax(database, period, async (line) => void lines.push(line.trimEnd()), silent);
  const [head = [], ...rows] = lines.map((line) => line.split(';').map((cell) => cell.replaceAll('"', '')));
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])));
}

describe('ledger tax', () => {
  it('adds up to the sales in the journal and to the tax on the kept part of each order', async () => {
    const buyer = await shop.test.member({ country: 'CA', town: 'ca-toronto' });
    const { payment, id } = await shop.paid(buyer, { paymentmethod: 'credit_card' });
    const amount = { currency: payment.currency, value: '3.33' };
    await shop.sandbox.call('POST', `/control/payments/${id}/refund`, { amount });
    await shop.hook(id);
    await shop.test.runJobs();
    const rows = (await taxRows(shop.test.context.database)).map((row) => {
      const [net = 0, tax = 0, total = 0] = ['net_minor', 'tax_minor', 'total_minor'].map((name) => Number(row[name]));
      return { ...row, payment: row['payment_id'] ?? '', receipt: Number(row['receipt']), net, tax, total };
    });
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.every(({ net, tax, total }) => net + tax === total)).toBe(true);
    expect(rows.map(({ receipt }) => receipt)).toEqual(rows.map((_, index) => index + 1));
    const kept = await shop.test.sql<{ payment: string; total: number; tax: number }>(
      `select p.payment_id as payment, sum(m.amount)::int as total,
              floor((2 * sum(m.amount) * p.vat_rate + 10000 + p.vat_rate) / (2 * (10000 + p.vat_rate)))::int as tax
         from payments p join money_postings m using (member_id, payment_id)
        where m.account = 'sales' group by p.payment_id, p.vat_rate order by 1`,
    );
    const sums = [...new Set(rows.map((row) => row.payment))].map((one) => {
      const addUp = (name: 'total' | 'tax') =>
        rows.reduce((sum, row) => sum + (row.payment === one ? row[name] : 0), 0);
      return { payment: one, total: addUp('total'), tax: addUp('tax') };
    });
    expect(sums.toSorted((a, b) => a.payment.localeCompare(b.payment))).toEqual(kept);
    const own = rows.filter((row) => row.payment === payment.payment_id);
    expect(own.map(({ total }) => total)).toEqual([payment.amount, -333]);
    const place = { country: 'CA', region: 'CA-ON', vat_rate: '1300', declared_country: 'CA' };
    expect(own[0]).toMatchObject({ ...place, provider_payment_id: id, payer_country: expect.any(String) as string });
  });

  it('includes the first day of the requested period but not the day on which it ends', async () => {
    const { database } = shop.test.context;
    const day = (await taxRows(database))[0]?.['day'] ?? '';
    expect(await taxRows(database, { from: day, to: day })).toEqual([]);
    const next = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
    expect((await taxRows(database, { from: day, to: next })).length).toBeGreaterThan(0);
  });
});

describe('ledger reconcile', () => {
  const run = (database: Database) =>
    collectLines((print) =>
      reconcileBooks({ ...shop.test.context, database }, { provider: 'mollie', from: new Date(0) }, print, silent),
    );

  it('finds no difference if both sides agree', async () => {
    expect(await run(shop.test.context.database)).toEqual([]);
  });

  it.each([
    [
      'an amount',
      'update payments set amount = amount + 1, list_amount = amount + 1 where refunded = 500',
      /^different tr_\w+ \(amount\): order [0-9A-F]{8} 20\.00 EUR completed here, 5\.00 returned; 19\.99 EUR paid there, 5\.00 returned$/,
    ],
    ['a state', `update payments set status = 'failed' where refunded = 500`, /^different tr_\w+ \(state\)/],
    ['a refund', 'update payments set refunded = 0 where refunded = 500', /^different tr_\w+ \(returned\)/],
    [
      'a payment that is none of ours',
      'with gone as (delete from payments where refunded = 500 returning 1) select 1 from gone',
      /^surplus tr_\w+: 19\.99 EUR paid there, 5\.00 returned$/,
    ],
    [
      'a payment that the provider does not have',
      `update payments set provider_payment_id = 'tr_gone' where refunded = 500`,
      /^missing tr_gone: order [0-9A-F]{8} 19\.99 EUR completed here, 5\.00 returned$/,
    ],
  ])('finds %s', async (_what, plant, words) => {
    expect(await withPlanted(plant, run)).toContainEqual(expect.stringMatching(words));
  });

  it('refuses a provider that is not configured', async () => {
    const options = { provider: 'bank', from: new Date(0) };
    await expect(reconcileBooks(shop.test.context, options, silent, silent)).rejects.toThrow('is not configured');
  });
});

describe('after all flows', async () => {
  const shop = await openShop();
  afterAll(shop.close);
  const { bought, spend, faults } = purchasesAt(shop);

  async function unmatched(action: 'accept' | 'pay-back') {
    const { id } = await shop.pending();
    await shop.settle(id, 'paid', { amount: { currency: 'EUR', value: '9.00' } });
    const text = 'select mismatch_id as id from mismatches where provider_payment_id = $1';
    await runAsStaff(mismatchCommands, shop.test.context, [action, (await shop.value<string>(text, [id])) ?? '']);
  }

  it('the check, the provider comparison and the tax export agree with the tables', async () => {
    const { buyer, id: partly } = await bought();
    await spend(buyer, 30);
    for (const minor of [333, 500]) await shop.refundAndHook(partly, minor);
    const back = await bought();
    await shop.chargeBackAndHook(back.id);
    const twice = await bought();
    await shop.refundAndHook(twice.id, 1_999);
    await shop.chargeBackAndHook(twice.id, 1_999);
    await unmatched('accept');
    await unmatched('pay-back');
    const gone = await shop.pending();
    await shop.leave(gone.buyer);
    await shop.erase();
    await shop.settle(gone.id);
    await shop.test.runJobs();
    shop.test.clock.move(minuteMs);
    await reconcilePayments(shop.test.context);
    await shop.test.runJobs();
    expect(await faults()).toEqual([]);

    const rows = await taxRows(shop.test.context.database);
    const addUp = (name: string) => rows.reduce((sum, row) => sum + Number(row[name]), 0);
    const table = await shop.first<{ total: number; tax: number; bank: number; lost: number; orders: number }>(
      `select sum(kept)::int as total, sum(round(kept::numeric * vat_rate / (10000 + vat_rate)))::int as tax,
              (sum(kept) - sum(lost))::int as bank, sum(lost)::int as lost, count(*)::int as orders
         from (select amount + fee - refunded - charged_back as kept, lost, vat_rate from payments where status = 'completed') as p`,
    );
    // 19.99 less 8.33, and the 9.00 that were accepted; everything else went back.
    expect(table).toMatchObject({ total: 1_166 + 900, lost: 1_999, orders: 5 });
    expect({ total: addUp('total_minor'), tax: addUp('tax_minor') }).toEqual({ total: table?.total, tax: table?.tax });
    const journal = await shop.first(
      `select sum(amount) filter (where account = 'sales')::int as sales, sum(amount) filter (where account = 'losses')::int as losses
         from money_postings`,
    );
    expect(journal).toEqual({ sales: table?.total, losses: -1_999 });
    // The provider holds the same amount as the books say.
    const { body } = await shop.sandbox.call('GET', '/v2/payments?limit=250');
    const minor = (money?: { value: string }) => Math.round(Number(money?.value ?? 0) * 100);
    const payments = body['_embedded'].payments as Record<string, { value: string }>[];
    const held = payments
      .filter((payment) => (payment['status'] as unknown) === 'paid')
      .map((one) => minor(one['amount']) - minor(one['amountRefunded']) - minor(one['amountChargedBack']));
    expect(held.reduce((sum, one) => sum + one, 0)).toBe(table?.bank);
  }, 120_000);
});
