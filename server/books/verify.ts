import type { Database, Transaction } from '../platform/database/database.ts';
import { checks, disagreeingOrders, openMismatches } from './queries.ts';
import { readOneMoment, streamRows } from './queries-cursor.ts';

const shownMax = 20;

/** Checks the books; prints up to twenty faults of each kind, and progress to `note`. Returns the number of faults. */
export async function verifyBooks(
  database: Database,
  print: (line: string) => void,
  note: (line: string) => void,
): Promise<number> {
  return database.transaction(async (tx) => {
    await readOneMoment(tx);
    let faults = 0;
    for (const { name, statement } of checks) {
      const found = await countFaults(tx, statement, print);
      note(`${found === 0 ? 'ok  ' : 'FAIL'} ${name}${found === 0 ? '' : `: ${found}`}`);
      faults += found;
    }
    const [places] = await tx.all(disagreeingOrders);
    const { orders, disagreeing } = places ?? { orders: 0, disagreeing: 0 };
    // Not a fault of the books, but tax may be owed elsewhere; the log names each order.
    const mark = disagreeing === 0 ? 'ok  ' : 'SEE ';
    note(`${mark} evidence of the buyer's country agrees: not in ${disagreeing} of ${orders} orders`);
    const [unmatched] = await tx.all(openMismatches);
    const waiting = unmatched?.payments ?? 0;
    note(`${waiting === 0 ? 'ok  ' : 'SEE '} money matches its order: ${waiting} payments wait at the desk`);
    return faults;
  });
}

async function countFaults(tx: Transaction, statement: string, print: (line: string) => void): Promise<number> {
  let found = 0;
  for await (const { fault } of streamRows<{ fault: string }>(tx, statement)) {
    found += 1;
    if (found <= shownMax) print(fault);
  }
  if (found > shownMax) print(`… and ${found - shownMax} more of this kind`);
  return found;
}
