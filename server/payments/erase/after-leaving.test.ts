import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { type TestClient, testPassword } from '../../../tests/support/test-app.ts';
import { verifyBooks } from '../../books/verify.ts';
import { eraseAccounts } from '../../erasure/erase-accounts.ts';
import { dayMs } from '../../platform/clock.ts';

describe.each(['mollie', 'stripe'] as const)('an open order of a member who leaves, at %s', (name) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ providers: { default: name } });
  });
  afterAll(() => shop.close());

  const leave = async (member: TestClient) => {
    expect((await member.call('deleteAccount', { password: testPassword })).status).toBe(200);
    await shop.test.runJobs();
  };
  const erase = async () => {
    shop.test.clock.move(15 * dayMs);
    await eraseAccounts(shop.test.context);
  };
  const pay = async (id: string) => {
    await shop.control(id, { status: 'paid' });
    await shop.hook(id);
    await shop.test.runJobs();
    await shop.hook(id);
  };
  const orderOf = async (paymentId: string) =>
    (
      await shop.test.sql(
        `select p.status, p.refunded, w.balance, x.state as withdrawal,
                (select count(*)::int from withdrawal_tasks t where t.member_id = p.member_id) as tasks,
                (select count(*)::int from stored_cards c where c.member_id = p.member_id) as cards
           from payments p join wallets w using (member_id) left join withdrawals x using (member_id, payment_id)
          where payment_id = $1`,
        [paymentId],
      )
    )[0];
  const faults = async () => {
    const found: string[] = [];
    await verifyBooks(
      shop.test.context.database,
      (line) => found.push(line),
      () => undefined,
    );
    return found;
  };

  it('is canceled here and at the provider', async () => {
    const buyer = await shop.test.member();
    const method = name === 'stripe' ? 'ideal' : 'wire_transfer';
    const { payment_id: paymentId } = (await shop.order(buyer, { paymentmethod: method })).body.payment;
    const id = await shop.providerId(paymentId);
    await leave(buyer);
    expect(await orderOf(paymentId)).toMatchObject({ status: 'failed' });
    const path = name === 'stripe' ? `/v1/checkout/sessions/${id}` : `/v2/payments/${id}`;
    expect((await shop.used.call('GET', path)).body['status']).toBe(name === 'stripe' ? 'expired' : 'canceled');
  });

  it('completes if it is paid while the member can still come back', async () => {
    const { buyer, paymentId, id } = await shop.pending();
    await leave(buyer);
    await pay(id);
    expect(await orderOf(paymentId)).toMatchObject({ status: 'completed', refunded: 0, withdrawal: null });
  });

  it('is refunded and logged if its money arrives after the erasure', async () => {
    const buyer = await shop.test.member();
    const { payment_id: paymentId } = (await shop.order(buyer, { paymentmethod: 'credit_card' }, { store_card: true }))
      .body.payment;
    const id = await shop.providerId(paymentId);
    await leave(buyer);
    await erase();
    const [before] = await shop.test.sql<{ balance: number }>('select balance from wallets where member_id = $1', [
      buyer.id,
    ]);
    const warned = vi.spyOn(shop.test.context.log, 'warn');
    await Promise.all([pay(id), pay(id)]);
    const facts = warned.mock.calls.map(([first]) => first);
    warned.mockRestore();
    expect(facts.filter((one) => (one as { event?: string }).event === 'payment-after-erasure')).toHaveLength(1);
    expect(await orderOf(paymentId)).toEqual({
      status: 'completed',
      refunded: 1_999,
      balance: before?.balance,
      withdrawal: 'refunded',
      tasks: 0,
      cards: 0,
    });
    expect(await faults()).toEqual([]);
  });

  it('becomes a support task if its refund after the erasure fails', async () => {
    const { buyer, paymentId, id } = await shop.pending();
    await leave(buyer);
    await erase();
    await pay(id);
    const [refund] = await shop.test.sql<{ id: string }>(
      'select reversal_id as id from reversals where payment_id = $1',
      [paymentId],
    );
    const undone = `/control/payments/${id}/refunds/${refund?.id}`;
    expect((await shop.used.call('PUT', undone, { status: 'failed' })).status).toBe(200);
    await shop.hook(id);
    expect(await orderOf(paymentId)).toMatchObject({ refunded: 0, withdrawal: 'by_hand', tasks: 1 });
    expect(await faults()).toEqual([]);
  });
});

it('a bank transfer that arrives after the erasure becomes a support task', async () => {
  const shop = await openShop();
  const buyer = await shop.test.member();
  const { payment_id: paymentId } = (await shop.order(buyer, { paymentmethod: 'wire_transfer' })).body.payment;
  const id = await shop.providerId(paymentId);
  await buyer.call('deleteAccount', { password: testPassword });
  await shop.test.runJobs();
  shop.test.clock.move(15 * dayMs);
  await eraseAccounts(shop.test.context);
  await shop.control(id, { status: 'paid' });
  await shop.hook(id);
  await shop.test.runJobs();
  const tasks = await shop.test.sql('select 1 from withdrawal_tasks where member_id = $1', [buyer.id]);
  expect(tasks).toHaveLength(1);
  expect(await shop.books(paymentId)).toMatchObject({ status: 'completed', lots: 0 });
  await shop.close();
});
