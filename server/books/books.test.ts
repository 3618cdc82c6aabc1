import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Shop, openShop } from '../../tests/support/payments.ts';
import { reversalsAt } from '../../tests/support/reversals.ts';
import { composed } from '../platform/database/database.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import { exportBooks } from './export.ts';
import { listLiability } from './liability.ts';
import { reconcileBooks } from './reconcile.ts';
import { listTax } from './tax.ts';
import { verifyBooks } from './verify.ts';

let shop: Shop;
const { paid, buyAgain, spend, giveBack, chargeBack } = reversalsAt(() => shop);

beforeAll(async () => {
  shop = await openShop();
  const { buyer, id } = await paid();
  await spend(buyer, 30);
  await giveBack(id, 500);
  await shop.hook(id);
  await buyAgain(buyer);
  const other = await paid();
  await spend(other.buyer, 10);
  await chargeBack(other.id);
  await shop.hook(other.id);
});
afterAll(() => shop.close());

const silent = (): void => undefined;

async function linesOf(run: (print: (line: string) => void) => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [];
  await run((line) => lines.push(line));
  return lines;
}

/** Returns the output of a command after `plant` has written a fault past all triggers; rolls the fault back. */
async function withPlanted<T>(plant: string, run: (database: Database) => Promise<T>): Promise<T> {
  const undone = new Error('undone');
  let result: T | undefined;
  const planted = shop.test.context.database.transaction(async (tx) => {
    await tx.run(composed('set local session_replication_role = replica'));
    await tx.run(composed(plant));
    result = await run(within(tx));
    throw undone;
  });
  await expect(planted).rejects.toBe(undone);
  return result as T;
}

/** A database whose transactions join a running one. */
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
      await linesOf((print) => verifyBooks(shop.test.context.database, print, (line) => notes.push(line))),
    ).toEqual([]);
    expect(notes.every((line) => line.startsWith('ok  '))).toBe(true);
    expect(notes.length).toBeGreaterThan(8);
  });

  it.each([
    ['a balance that no entry made', 'update wallets set balance = balance + 1 where balance > 0', /^balance of /],
    [
      'a credit too many in a lot',
      'update lots set credits = credits + 1, credits_left = credits_left + 1 where credits_left > 0',
      /^lots of /,
    ],
    ['a missing entry', `delete from ledger_entries where cause = 'gift'`, /^entry \d+ of .* follows/],
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
    const lines = await withPlanted(plant, (database) => linesOf((print) => verifyBooks(database, print, silent)));
    expect(lines).toContainEqual(expect.stringMatching(words));
  });

  it('shows at most twenty faults of a kind, and counts them all', async () => {
    const plant = `insert into ledger_entries select $$${randomUUID()}$$::uuid, gen_random_uuid(), n * 2, 'gifts_of_the_house', 'member', 1, 'bonus',
                          n::text, null, null, 7, now() from generate_series(1, 50) n`;
    const lines = await withPlanted(plant, (database) => linesOf((print) => verifyBooks(database, print, silent)));
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
    const [sum] = await shop.test.sql<{ count: number }>(
      'select ((select count(*) from ledger_entries) + (select count(*) from money_entries))::int as count',
    );
    expect(lines).toHaveLength(sum!.count);
    const times = lines.map(({ created_at }) => String(created_at));
    expect(times).toEqual(times.toSorted());
    expect(
      new Set(
        lines.map(
          ({ book, member_id, payment_id, number }) =>
            `${book} ${member_id} ${book === 'money' ? payment_id : ''} ${number}`,
        ),
      ).size,
    ).toBe(lines.length);
    expect(lines).toContainEqual(
      expect.objectContaining({ book: 'money', cause: 'refund', amount: 500, currency: 'EUR' }),
    );
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
    const [head, ...lines] = await linesOf((print) => listLiability(shop.test.context.database, print, silent));
    expect(head).toBe('"kind";"country";"currency";"vat_rate";"credits";"value_minor"');
    const [kept] = await shop.test.sql<{ credits: number; value: number }>(
      'select sum(credits_left)::int as credits, round(sum(price_minor::numeric * credits_left / credits))::int as value from lots where not free',
    );
    expect(lines).toContain(`"bought";"NL";"EUR";2100;${kept!.credits};${kept!.value}`);
    expect(kept!.value).toBeGreaterThan(0);
  });

  it('counts a planted lot of free credits', async () => {
    const plant = `insert into lots select member_id, gen_random_uuid(), true, null, 7, 7, 0, null, now() from wallets limit 1`;
    const lines = await withPlanted(plant, (database) => linesOf((print) => listLiability(database, print, silent)));
    expect(lines.some((line) => /^"given";"NL";"";"";\d+;0$/.test(line))).toBe(true);
  });
});

describe('ledger tax', () => {
  const listed = async (period = { from: '2000-01-01', to: '2100-01-01' }) => {
    const lines: string[] = [];
    await listTax(shop.test.context.database, period, async (line) => void lines.push(line.trimEnd()), silent);
    const [head = '', ...rows] = lines.map((line) => line.split(';').map((cell) => cell.replaceAll('"', '')));
    const at = (name: string) => head.indexOf(name);
    return rows.map((row) => ({
      payment: row[at('payment_id')],
      country: `${row[at('country')]}${row[at('region')] ? ` ${row[at('region')]}` : ''} ${row[at('vat_rate')]}`,
      evidence: [row[at('declared_country')], row[at('payer_country')]],
      provider: row[at('provider_payment_id')],
      day: row[at('day')],
      receipt: Number(row[at('receipt')]),
      net: Number(row[at('net_minor')]),
      tax: Number(row[at('tax_minor')]),
      total: Number(row[at('total_minor')]),
    }));
  };

  it('adds up to the sales in the journal and to the tax on the kept part of each order', async () => {
    const buyer = await shop.test.member({ country: 'CA', town: 'ca-toronto' });
    const { payment } = (await shop.order(buyer, { paymentmethod: 'credit_card' })).body;
    const id = await shop.providerId(payment.payment_id);
    await shop.control(id, { status: 'paid' });
    await shop.hook(id);
    const amount = { currency: payment.currency, value: '3.33' };
    await shop.sandbox.call('POST', `/control/payments/${id}/refund`, { amount });
    await shop.hook(id);
    await shop.test.runJobs();
    const rows = await listed();
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.every(({ net, tax, total }) => net + tax === total)).toBe(true);
    expect(rows.map(({ receipt }) => receipt)).toEqual(rows.map((_, index) => index + 1));
    const kept = await shop.test.sql<{ payment: string; total: number; tax: number }>(
      `select p.payment_id as payment, sum(m.amount)::int as total,
              floor((2 * sum(m.amount) * p.vat_rate + 10000 + p.vat_rate) / (2 * (10000 + p.vat_rate)))::int as tax
         from payments p join money_postings m using (member_id, payment_id)
        where m.account = 'sales' group by p.payment_id, p.vat_rate order by 1`,
    );
    const sums = new Map<string, { payment: string; total: number; tax: number }>();
    for (const { payment: one = '', total, tax } of rows) {
      const sum = sums.get(one) ?? { payment: one, total: 0, tax: 0 };
      sums.set(one, { payment: one, total: sum.total + total, tax: sum.tax + tax });
    }
    expect([...sums.values()].toSorted((a, b) => a.payment.localeCompare(b.payment))).toEqual(kept);
    const own = rows.filter(({ payment: one }) => one === payment.payment_id);
    expect(own.map(({ total }) => total)).toEqual([payment.amount, -333]);
    expect(own[0]).toMatchObject({
      country: 'CA CA-ON 1300',
      provider: id,
      evidence: ['CA', expect.any(String)],
    });
  });

  it('includes the first day of the requested period but not the day on which it ends', async () => {
    const [first] = await listed();
    const day = first?.day ?? '';
    expect(await listed({ from: day, to: day })).toEqual([]);
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    expect((await listed({ from: day, to: next })).length).toBeGreaterThan(0);
  });
});

describe('ledger reconcile', () => {
  const run = (database: Database) =>
    linesOf((print) =>
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
