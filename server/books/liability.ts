import { csvLine } from '../platform/csv.ts';
import type { Database } from '../platform/database/database.ts';
import { owedCredits, unspentCredits } from './queries.ts';
import { readOneMoment } from './queries-cursor.ts';

/**
 * Writes the liability to members as lines of CSV: unspent credits, bought and given, by country, currency and VAT
 * rate, with the price paid for them in minor units (rounded half up in each line).
 */
export async function listLiability(
  database: Database,
  print: (line: string) => void,
  note: (line: string) => void,
): Promise<void> {
  await database.transaction(async (tx) => {
    await readOneMoment(tx);
    print(csvLine(['kind', 'country', 'currency', 'vat_rate', 'credits', 'value_minor']).trimEnd());
    const lines = await tx.all(unspentCredits);
    for (const { kind, country, currency, vat_rate: vatRate, credits, value_minor: value } of lines)
      print(csvLine([kind, country, currency ?? '', vatRate ?? '', credits, value]).trimEnd());
    const [owed] = await tx.all(owedCredits);
    note(`${lines.length} lines; ${owed?.members ?? 0} members owe ${owed?.credits ?? 0} credits after returned money`);
  });
}
