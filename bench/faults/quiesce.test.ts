import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Shop, openShop } from '../../tests/support/payments.ts';
import { minuteMs } from '../../server/platform/clock.ts';
import { moveClock } from './quiesce.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('a simulated minute ages every open order, even if a transaction locks orders in reverse', async () => {
  const ids: string[] = [];
  for (const _order of [1, 2]) ids.push((await shop.order(await shop.test.member())).body.payment.payment_id);
  const [first, second] = ids;
  const created = () =>
    shop.test.sql<{ id: string; at: Date }>(
      'select payment_id as id, created_at as at from payments order by payment_id = $1 desc',
      [first],
    );
  const before = await created();
  const app = await shop.test.context.database.pool.connect();
  await app.query('begin');
  await app.query('select from payments where payment_id = $1 for update', [second]);
  const moved = moveClock({ sql: shop.test.sql }, []);
  // The call now waits for the locked order.
  await expect
    .poll(async () => {
      const waiting = await shop.test.sql('select from pg_locks where not granted');
      return waiting.length > 0 || (await created())[0]?.at.getTime() !== before[0]?.at.getTime();
    })
    .toBe(true);
  await app.query('update payments set checked_at = now() where payment_id = $1', [first]);
  await app.query('commit');
  app.release();
  await moved;
  expect((await created()).map(({ id, at }) => ({ id, at }))).toEqual(
    before.map(({ id, at }) => ({ id, at: new Date(at.getTime() - minuteMs) })),
  );
});
