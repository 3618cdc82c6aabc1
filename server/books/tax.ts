import { csvLine } from '../platform/csv.ts';
import type { Database } from '../platform/database/database.ts';
import { taxEntries } from './queries-tax.ts';
import { readOneMoment, streamRows } from './queries-cursor.ts';

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
 * Writes the figures for a VAT return, and the record that is kept for ten years (regulation 282/2011, article 63c):
 * one line of CSV for each receipt and credit note, by the day of the payment in the seller's calendar (end excluded),
 * with the evidence of the buyer's country. Amounts are in minor units, negative if money went back.
 */
export async function listTax(
  database: Database,
  { from, to }: { from: string; to: string },
  write: (line: string) => Promise<void>,
  note: (line: string) => void,
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
    note(`${count} receipts`);
  });
}
