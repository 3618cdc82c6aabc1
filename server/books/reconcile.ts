import type { AppContext } from '../context.ts';
import { isId } from '../../contract/platform/id.ts';
import { formatOrderNumber } from '../../contract/payments/order-number.ts';
import type { PaymentProvider, ProviderPayment } from '../payments/provider.ts';
import { toDecimal } from '../payments/money.ts';
import { providerNamed } from '../payments/providers.ts';
import type { Transaction } from '../platform/database/database.ts';
import {
  countSeen,
  makeSeen,
  missingAtProvider,
  insertSeenIds,
  ourMismatches,
  ourPayments,
  ourUnattached,
  readOneMoment,
  streamRows,
} from './queries.ts';

interface OurPayment {
  payment_id: PaymentId;
  provider_payment_id: string | null;
  status: string;
  price: number;
  currency: string;
  returned: number;
}

const batch = 250;
const progressEvery = 10_000;

/**
 * Prints each difference from the provider's list: `missing` (only ours, created since `from`), `surplus` (only theirs)
 * or `different` in state, amount or returned money. Returns the number of differences.
 */
export async function reconcileBooks(
  context: AppContext,
  { provider: name, from }: { provider: string; from: Date },
  print: (line: string) => void,
  printProgress: (line: string) => void,
): Promise<number> {
  const provider = providerNamed(context, name);
  if (!provider) throw new Error(`the provider ${name} is not configured`);
  // Payments created while the list is read may be on one side only.
  const until = context.clock.now();
  return context.database.transaction(async (tx) => {
    await readOneMoment(tx);
    await tx.raw(makeSeen);
    let differences = 0;
    const say = (line: string): void => {
      differences += 1;
      print(line);
    };
    let count = 0;
    for await (const some of batches(provider, from)) {
      await compare(tx, name, some, until, say);
      count += some.length;
      if (count % progressEvery < some.length) printProgress(`${count} payments of the provider`);
    }
    printProgress(`${count} payments of the provider`);
    await tx.raw(countSeen);
    for await (const row of streamRows<OurPayment>(tx, missingAtProvider, [name, from, until]))
      say(`missing ${row.provider_payment_id ?? ''}: ${formatOurs(row)}`);
    printProgress(`${differences} differences`);
    return differences;
  });
}

async function* batches(provider: PaymentProvider, from: Date): AsyncGenerator<ProviderPayment[]> {
  let some: ProviderPayment[] = [];
  for await (const payment of provider.listPayments(from)) {
    some.push(payment);
    if (some.length < batch) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

async function compare(
  tx: Transaction,
  name: string,
  some: readonly ProviderPayment[],
  until: Date,
  say: (line: string) => void,
): Promise<void> {
  const ids = some.map(({ id }) => id);
  await tx.raw(insertSeenIds, [ids]);
  const attached = (await tx.raw(ourPayments, [name, ids])) as OurPayment[];
  const byProviderId = new Map(attached.map((row) => [row.provider_payment_id, row]));
  const unattached = some.filter(({ id }) => !byProviderId.has(id));
  const byId = await findUnattached(tx, name, unattached);
  const mismatches = (await tx.raw(ourMismatches, [name, ids])) as { provider_payment_id: string; returned: number }[];
  const unmatched = new Map(mismatches.map((row) => [row.provider_payment_id, row.returned]));
  for (const payment of some) {
    const ours = byProviderId.get(payment.id) ?? byId.get(payment.reference?.paymentId ?? '');
    const back = unmatched.get(payment.id);
    // The payment matched no order, and all of it went back.
    if (ours?.status !== 'completed' && back !== undefined && back >= payment.money.minor) continue;
    if (!ours) {
      if (payment.createdAt === null || payment.createdAt < until)
        say(`surplus ${payment.id}: ${formatTheirs(payment)}`);
      continue;
    }
    const wrong = listDifferences(ours, payment);
    if (wrong.length > 0)
      say(`different ${payment.id} (${wrong.join(', ')}): ${formatOurs(ours)}; ${formatTheirs(payment)}`);
  }
}

/** Finds our payments that have no id at the provider yet, by the references in the provider's payments. */
async function findUnattached(tx: Transaction, name: string, some: readonly ProviderPayment[]) {
  const named = some.flatMap(({ reference }) =>
    reference !== null && isId(reference.paymentId) && isId(reference.memberId) ? [reference] : [],
  );
  if (named.length === 0) return new Map();
  const members = named.map(({ memberId }) => memberId);
  const ids = named.map(({ paymentId }) => paymentId);
  const rows = (await tx.raw(ourUnattached, [name, members, ids])) as OurPayment[];
  return new Map(rows.map((row) => [row.payment_id, row]));
}

function listDifferences(ours: OurPayment, theirs: ProviderPayment): string[] {
  const returned = theirs.refundedMinor + theirs.chargedBackMinor;
  const wrong = {
    amount: ours.price !== theirs.money.minor || ours.currency !== theirs.money.currency,
    state: (ours.status === 'completed') !== (theirs.state === 'paid'),
    returned: ours.status === 'completed' && ours.returned !== returned,
  };
  return Object.entries(wrong).flatMap(([what, isWrong]) => (isWrong ? [what] : []));
}

function formatOurs({ payment_id: id, status, price, currency, returned }: OurPayment): string {
  return `order ${formatOrderNumber(id)} ${toDecimal(price)} ${currency} ${status} here${formatReturned(returned)}`;
}

function formatTheirs({ money, state, refundedMinor, chargedBackMinor }: ProviderPayment): string {
  return `${toDecimal(money.minor)} ${money.currency} ${state} there${formatReturned(refundedMinor + chargedBackMinor)}`;
}

function formatReturned(minor: number): string {
  return minor === 0 ? '' : `, ${toDecimal(minor)} returned`;
}
