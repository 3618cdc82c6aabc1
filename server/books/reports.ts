import type { AppContext } from '../context.ts';
import { csvLine } from '../platform/text/csv.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import {
  checks,
  disagreeingOrders,
  exportedEntries,
  openMismatches,
  owedCredits,
  readOneMoment,
  streamRows,
  taxEntries,
  unspentCredits,
} from './queries.ts';

type Print = (line: string) => void;

const shownMax = 20;

/** Checks the books; prints up to twenty faults of each kind, and the progress. Returns the number of faults. */
export async function verifyBooks(database: Database, print: Print, printProgress: Print): Promise<number> {
  return database.transaction(async (tx) => {
    await readOneMoment(tx);
    let faults = 0;
    for (const { name, statement } of checks) {
      const found = await countFaults(tx, statement, print);
      printProgress(`${found === 0 ? 'ok  ' : 'FAIL'} ${name}${found === 0 ? '' : `: ${found}`}`);
      faults += found;
    }
    const [places] = await tx.all(disagreeingOrders);
    const { orders, disagreeing } = places ?? { orders: 0, disagreeing: 0 };
    // Not a fault of the books, but tax may be owed elsewhere; the log names each order.
    const mark = disagreeing === 0 ? 'ok  ' : 'SEE ';
    printProgress(`${mark} evidence of the buyer's country agrees: not in ${disagreeing} of ${orders} orders`);
    const [unmatched] = await tx.all(openMismatches);
    const waiting = unmatched?.payments ?? 0;
    printProgress(`${waiting === 0 ? 'ok  ' : 'SEE '} money matches its order: ${waiting} payments wait for staff`);
    return faults;
  });
}

/** Verifies the books four times a day. The log names up to twenty faults of each kind, by ids. */
export async function verifyRegularly({ database, clock, log, metrics }: AppContext): Promise<void> {
  const found: string[] = [];
  const faults = await verifyBooks(
    database,
    (fault) => found.push(fault),
    () => undefined,
  );
  metrics.set('ledger_faults', faults);
  metrics.set('ledger_verified_timestamp_seconds', clock.now().getTime() / 1_000);
  if (faults > 0)
    log.error({ event: 'ledger.faults', faults, found }, 'the books do not add up: npm run ledger -- verify');
}

async function countFaults(tx: Transaction, statement: string, print: Print): Promise<number> {
  let found = 0;
  for await (const { fault } of streamRows<{ fault: string }>(tx, statement)) {
    found += 1;
    if (found <= shownMax) print(fault);
  }
  if (found > shownMax) print(`… and ${found - shownMax} more of this kind`);
  return found;
}

const progressEvery = 100_000;

/** Writes entries as lines of JSON, oldest first. Awaits each `write`: a slow reader slows it. Returns their number. */
export async function exportBooks(
  database: Database,
  { from, to }: { from: Date; to: Date },
  write: (line: string) => Promise<void>,
  printProgress: Print,
): Promise<number> {
  return database.transaction(async (tx) => {
    await readOneMoment(tx);
    let count = 0;
    for await (const row of streamRows<object>(tx, exportedEntries, [from, to])) {
      await write(`${JSON.stringify(row)}\n`);
      count += 1;
      if (count % progressEvery === 0) printProgress(`${count} entries`);
    }
    printProgress(`${count} entries`);
    return count;
  });
}

/** Prints unspent credits as CSV by country, currency and VAT rate, with the price paid in minor units, rounded. */
export async function listLiability(database: Database, print: Print, printProgress: Print): Promise<void> {
  await database.transaction(async (tx) => {
    await readOneMoment(tx);
    print(csvLine(['kind', 'country', 'currency', 'vat_rate', 'credits', 'value_minor']).trimEnd());
    const lines = await tx.all(unspentCredits);
    for (const { kind, country, currency, vat_rate: vatRate, credits, value_minor: value } of lines)
      print(csvLine([kind, country, currency ?? '', vatRate ?? '', credits, value]).trimEnd());
    const [owed] = await tx.all(owedCredits);
    printProgress(
      `${lines.length} lines; ${owed?.members ?? 0} members owe ${owed?.credits ?? 0} credits after returned money`,
    );
  });
}

const columns = [
  'day',
  'company',
  'receipt',
  'kind',
  'country',
  'region',
  'vat_rate',
  'currency',
  'net_minor',
  'tax_minor',
  'total_minor',
  'provider',
  'provider_payment_id',
  'payment_id',
  'declared_country',
  'request_country',
  'payer_country',
] as const;

/**
 * Prints a VAT return, the record kept for ten years (regulation 282/2011, article 63c): a CSV line per receipt, by the
 * payment's day in the seller's calendar. Amounts are in minor units, negative if money went back.
 */
export async function listTax(
  database: Database,
  { from, to }: { from: string; to: string },
  write: (line: string) => Promise<void>,
  printProgress: Print,
): Promise<void> {
  await database.transaction(async (tx) => {
    await readOneMoment(tx);
    await write(csvLine([...columns]));
    let count = 0;
    for await (const row of streamRows<Record<(typeof columns)[number], string | number | null>>(tx, taxEntries, [
      from,
      to,
    ])) {
      await write(csvLine(columns.map((name) => row[name] ?? '')));
      count += 1;
    }
    printProgress(`${count} receipts`);
  });
}
