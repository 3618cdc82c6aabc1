import { afterAll, describe, expect, it, vi } from 'vitest';

import { createId } from '../../platform/ids.ts';
import { openShop } from '../../../tests/support/payments.ts';
import { writeReceipts } from './write-receipts.ts';

const shop = await openShop();
afterAll(shop.close);

/** Stores completed payments of one member, without a receipt yet. */
async function completed(count: number, site = 'default'): Promise<{ member_id: MemberId; payment_id: PaymentId }[]> {
  const buyer = await shop.test.member();
  const ids = Array.from({ length: count }, () => createId<PaymentId>());
  await shop.test.sql(
    `with paid as (
       insert into payments (member_id, payment_id, bundle_id, credits, amount, currency, method, provider, status, site, country, vat_rate, created_at, settled_at)
       select $1, id, 'medium', 120, 1999, 'EUR', 'ideal', 'mollie', 'completed', $3, 'NL', 2100, now(), now() from unnest($2::uuid[]) as id
       returning member_id, payment_id)
     select count(*) from paid`,
    [buyer.id, ids, site],
  );
  await shop.test.sql(
    `insert into money_entries (member_id, payment_id, number, from_account, to_account, amount, currency, cause, created_at)
     select $1, id, 0, 'buyer', 'sales', 1999, 'EUR', 'payment', now() from unnest($2::uuid[]) as id`,
    [buyer.id, ids],
  );
  return ids.map((id) => ({ member_id: buyer.id, payment_id: id }));
}

async function series(): Promise<{ company: string; numbers: number[]; last: number; receipts: number[] }[]> {
  return shop.test.sql(
    `select c.company, c.last,
            (select array_agg(number order by number) from receipt_numbers n where n.company = c.company) as numbers,
            (select array_agg(number order by number) from receipts r where r.company = c.company) as receipts
       from receipt_counters c order by company`,
  );
}

async function expectNoGap(): Promise<void> {
  for (const { numbers, receipts, last } of await series()) {
    expect(numbers).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    expect(receipts).toEqual(numbers);
  }
}

describe('the numbers of receipts', () => {
  it('are 1 to n without gaps for each company when 200 payments complete at once', async () => {
    await shop.test.sql(
      `insert into setting_scopes (scope, values) values ('domain:zweite.example', '{"company": {"name": "Zweite GmbH", "kvk": "HRB 2", "country": "DE"}}')`,
    );
    await shop.test.sql(`insert into domains (host, niche) values ('zweite.example', 1)`);
    shop.test.clock.move(31_000);
    const payments = [...(await completed(120)), ...(await completed(80, 'zweite.example'))];
    // Each job runs twice, as after a crash that hid the end of the first run.
    const jobs = [...payments, ...payments];
    // Fifty at a time is more than there are connections, and few enough for each to get one within seconds.
    while (jobs.length > 0)
      await Promise.all(jobs.splice(0, 50).map((payment) => writeReceipts(shop.test.context, payment)));
    const all = await series();
    expect(all.map(({ company, last }) => [company, last])).toEqual([
      ['DE HRB 2', 80],
      ['NL 00000000', 120],
    ]);
    await expectNoGap();
  });

  it('have no gap after 20 kills in the middle of writing', async () => {
    const payments = await completed(100);
    const { context } = shop.test;
    const { database } = context;
    let kills = 0;
    let calls = 0;
    // A killed process loses its connection: every third transaction loses its own just before the commit.
    const transaction = database.transaction.bind(database);
    const spy = vi.spyOn(database, 'transaction').mockImplementation((work) =>
      transaction(async (tx) => {
        const result = await work(tx);
        calls += 1;
        if (kills < 20 && calls % 3 === 0) {
          kills += 1;
          await tx.raw('select pg_terminate_backend(pg_backend_pid())', []);
        }
        return result;
      }),
    );
    const left = [...payments];
    const run = async (): Promise<void> => {
      for (let next = left.pop(); next; next = left.pop()) {
        try {
          await writeReceipts(context, next);
        } catch {
          // The job runs again after a kill.
          left.push(next);
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, run));
    spy.mockRestore();
    expect(kills).toBe(20);
    const written = 'select count(*)::int from receipts where payment_id = any($1::uuid[])';
    expect(await shop.value(written, [payments.map(({ payment_id }) => payment_id)])).toBe(100);
    await expectNoGap();
  });

  it('are assigned by the worker after a payment completes, and not by settling', async () => {
    const { id, paymentId, buyer } = await shop.pending();
    // Removes the confirmations of the tests above.
    await shop.test.sql('delete from graphile_worker._private_jobs');
    await shop.control(id, { status: 'paid' });
    const before = await series();
    await shop.hook(id);
    expect(await series()).toEqual(before);
    expect((await shop.look(buyer, paymentId)).payment).toMatchObject({ status: 'completed', receipt: null });
    await shop.test.runJobs();
    const { payment } = await shop.look(buyer, paymentId);
    expect(payment.receipt).toMatch(/^\d{6}$/);
    await expectNoGap();
  });
});
