import { loadBalance } from '../../server/credits/load-balance.ts';
import { type Reader, composed } from '../../server/platform/database/database.ts';
import { checkDatabase } from '../faults/check-database.ts';
import type { LedgerWorkload } from './ledger-workload.ts';
import { returnedMinor } from './payment-operations.ts';

interface Sums {
  /** In minor units, by currency. */
  money: Map<string, number>;
  credits: number;
}

/**
 * Lists everything that does not add up after a workload. Checks the tables (postings sum to 0; a balance is the sum of
 * its postings and of its lots) and compares three independent counts: the money that the provider kept, the journals,
 * and the answers to members with their balances.
 */
export async function auditLedger(workload: LedgerWorkload, database: Reader): Promise<string[]> {
  const sql = <Row>(text: string): Promise<Row[]> => database.all(composed<Row>(text));
  const faults = (await checkDatabase({ sql }, ['ledger', 'payments'])).map(
    ({ check, detail }) => `${check}: ${detail}`,
  );
  const [kept, booked] = [keptByProvider(workload), await bookedSums(sql)];
  for (const currency of new Set([...kept.money.keys(), ...booked.money.keys()])) {
    const [provider, journal] = [kept.money.get(currency) ?? 0, booked.money.get(currency) ?? 0];
    if (provider !== journal) faults.push(`totals: the provider kept ${provider} ${currency}, the journal ${journal}`);
  }
  if (kept.credits !== booked.credits)
    faults.push(`totals: the provider kept money for ${kept.credits} credits, the ledger granted ${booked.credits}`);
  const { given, spent, returned } = workload.reported;
  const expected = kept.credits + given - spent + returned;
  const shown = await shownBalances(database, workload.memberIds);
  if (expected !== shown) faults.push(`totals: members were told of ${expected} credits, their balances are ${shown}`);
  return faults;
}

/** The money that the provider kept of each payment, and the credits that this pays for, including partly paid ones. */
function keptByProvider({ sold }: LedgerWorkload): Sums {
  const sums: Sums = { money: new Map(), credits: 0 };
  for (const { seen, credits } of sold) {
    const { minor, currency } = seen.money;
    const back = returnedMinor(seen);
    sums.money.set(currency, (sums.money.get(currency) ?? 0) + minor - back);
    sums.credits += Math.ceil(((minor - back) * credits) / minor);
  }
  return sums;
}

async function bookedSums(sql: <Row>(text: string) => Promise<Row[]>): Promise<Sums> {
  const money = await sql<{ currency: string; sum: number }>(
    `select currency, sum(amount)::float8 as sum from money_postings where account = 'sales' group by currency`,
  );
  const [row] = await sql<{ credits: number }>(
    `select coalesce(-sum(amount), 0)::float8 as credits from ledger_postings where account = 'sales'`,
  );
  return { money: new Map(money.map(({ currency, sum }) => [currency, sum])), credits: row?.credits ?? 0 };
}

async function shownBalances(database: Reader, memberIds: readonly string[]): Promise<number> {
  let sum = 0;
  for (const memberId of memberIds) sum += await loadBalance(database, memberId);
  return sum;
}
