import { afterAll, beforeAll, expect, it } from 'vitest';

import { atDesk } from '../../tests/support/at-desk.ts';
import { type Shop, openShop } from '../../tests/support/payments.ts';
import { reversalsAt } from '../../tests/support/reversals.ts';
import { testPassword } from '../../tests/support/test-app.ts';
import { eraseAccounts } from '../erasure/erase-accounts.ts';
import { deskMismatches } from '../payments/mismatches/desk-mismatches.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { dayMs, minuteMs } from '../platform/clock.ts';
import { reconcileBooks } from './reconcile.ts';
import { listTax } from './tax.ts';
import { verifyBooks } from './verify.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const { paid, spend, giveBack, chargeBack } = reversalsAt(() => shop);
const silent = (): void => undefined;
const euros = (value: string) => ({ currency: 'EUR', value });

async function unmatched(action: 'accept' | 'pay-back') {
  const { id } = await shop.pending();
  await shop.control(id, { status: 'paid', amount: euros('9.00') });
  await shop.hook(id);
  const [row] = await shop.test.sql<{ id: string }>(
    'select mismatch_id as id from mismatches where provider_payment_id = $1',
    [id],
  );
  await deskMismatches(atDesk(shop.test.context), [action, row?.id ?? ''], silent);
}

it('the check, the provider comparison and the tax export agree with the tables after all flows', async () => {
  const { buyer, id: partly } = await paid();
  await spend(buyer, 30);
  await giveBack(partly, 333);
  await shop.hook(partly);
  await giveBack(partly, 500);
  await shop.hook(partly);

  const back = await paid();
  await chargeBack(back.id);
  await shop.hook(back.id);

  const twice = await paid();
  await giveBack(twice.id, 1_999);
  await shop.hook(twice.id);
  await chargeBack(twice.id, 1_999);
  await shop.hook(twice.id);

  await unmatched('accept');
  await unmatched('pay-back');

  const gone = await shop.pending();
  await gone.buyer.call('deleteAccount', { password: testPassword });
  await shop.test.runJobs();
  shop.test.clock.move(15 * dayMs);
  await eraseAccounts(shop.test.context);
  await shop.control(gone.id, { status: 'paid' });
  await shop.hook(gone.id);
  await shop.test.runJobs();
  shop.test.clock.move(minuteMs);
  await reconcilePayments(shop.test.context);
  await shop.test.runJobs();

  const { database } = shop.test.context;
  const faults: string[] = [];
  await verifyBooks(database, (line) => faults.push(line), silent);
  await reconcileBooks(
    shop.test.context,
    { provider: 'mollie', from: new Date(0) },
    (line) => faults.push(line),
    silent,
  );
  expect(faults).toEqual([]);

  const lines: string[] = [];
  const period = { from: '2000-01-01', to: '2100-01-01' };
  await listTax(database, period, async (line) => void lines.push(line.trimEnd()), silent);
  const [head = [], ...rows] = lines.map((line) => line.split(';').map((cell) => cell.replaceAll('"', '')));
  const sumOf = (name: string) => rows.reduce((sum, row) => sum + Number(row[head.indexOf(name)]), 0);

  const [table] = await shop.test.sql<{ total: number; tax: number; bank: number; lost: number; orders: number }>(
    `select sum(kept)::int as total, sum(round(kept::numeric * vat_rate / (10000 + vat_rate)))::int as tax,
            (sum(kept) - sum(lost))::int as bank, sum(lost)::int as lost, count(*)::int as orders
       from (select amount + fee - refunded - charged_back as kept, lost, vat_rate from payments where status = 'completed') as p`,
  );
  // 19.99 less 8.33, and the 9.00 that were accepted; everything else went back.
  expect(table).toMatchObject({ total: 1_166 + 900, lost: 1_999, orders: 5 });
  expect({ total: sumOf('total_minor'), tax: sumOf('tax_minor') }).toEqual({ total: table?.total, tax: table?.tax });
  const [journal] = await shop.test.sql<{ sales: number; losses: number }>(
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
    .reduce(
      (sum, payment) =>
        sum + minor(payment['amount']) - minor(payment['amountRefunded']) - minor(payment['amountChargedBack']),
      0,
    );
  expect(held).toBe(table?.bank);
}, 120_000);
