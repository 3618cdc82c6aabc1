import { afterAll, beforeAll, expect, it } from 'vitest';

import { atDesk } from '../../../tests/support/at-desk.ts';
import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { withdrawalsAt } from '../../../tests/support/withdrawals.ts';
import { deskWithdrawals } from './desk-withdrawals.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const { bought, withdraw, books } = withdrawalsAt(() => shop);
const price = 1_999;

it('a refund made by hand is booked once if two members of staff close its task at once', async () => {
  const { buyer, paymentId } = await bought({ method: 'wire_transfer' });
  await withdraw(buyer, paymentId);
  await shop.test.runJobs();
  const [row] = await shop.test.sql<{ withdrawal_id: string }>(
    'select withdrawal_id from withdrawals where payment_id = $1',
    [paymentId],
  );
  const said: string[] = [];
  const paid = (who: string): Promise<number> =>
    deskWithdrawals(atDesk(shop.test.context, who), ['paid', row?.withdrawal_id ?? ''], (text) => said.push(text));
  const other = await shop.test.context.database.pool.connect();
  await other.query('begin');
  await other.query('select from payments where payment_id = $1 for update', [paymentId]);
  const both = Promise.all([paid('mo'), paid('jo')]);
  const waiting = (): Promise<unknown[]> =>
    shop.test.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%payments%'`,
    );
  await expect.poll(waiting).toHaveLength(2);
  await other.query('commit');
  other.release();
  expect((await both).sort()).toEqual([0, 1]);
  expect(await books(buyer)).toMatchObject({ money: 0 });
  const [payment] = await shop.test.sql('select refunded from payments where payment_id = $1', [paymentId]);
  expect(payment).toEqual({ refunded: price });
});
