import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { withdrawalsAt } from '../../../tests/support/withdrawals.ts';
import { deskWithdrawals } from './desk-withdrawals.ts';
import { atDesk } from '../../../tests/support/at-desk.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  // Only the tests post webhooks.
  vi.spyOn(shop.test.context, 'webhookOrigin').mockReturnValue('http://127.0.0.1:9');
});
afterAll(() => shop.close());

const { bought, withdraw, refunds, books, unbalanced } = withdrawalsAt(() => shop);

afterEach(async () => {
  expect(await unbalanced()).toEqual([]);
});

const chargeBack = (id: string, body: object = {}) =>
  shop.sandbox.call('POST', `/control/payments/${id}/chargeback`, body);

async function taskOf({ id }: { id: string }): Promise<string | undefined> {
  const lines: string[] = [];
  await deskWithdrawals(atDesk(shop.test.context), [], (line) => lines.push(line));
  return lines.find((line) => line.includes(id));
}

it('a withdrawal is no support task if a chargeback unknown to us has returned the money', async () => {
  const { buyer, paymentId, id } = await bought();
  await withdraw(buyer, paymentId);
  await chargeBack(id);
  await shop.test.runJobs();
  expect((await buyer.call('getWithdrawal', { payment: paymentId })).body.state).toBe('refunded');
  expect([await refunds(id), await taskOf(buyer)]).toEqual([[], undefined]);
  expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
});

it('a withdrawal refunds only what a chargeback unknown to us has left', async () => {
  const { buyer, paymentId, id } = await bought();
  await withdraw(buyer, paymentId);
  await chargeBack(id, { amount: { currency: 'EUR', value: '4.44' } });
  await shop.test.runJobs();
  expect((await refunds(id)).map(({ amount }) => amount.value)).toEqual(['15.55']);
  expect(await taskOf(buyer)).toBeUndefined();
});

it('a support task shrinks with a partial chargeback and ends with a full one', async () => {
  const { buyer, paymentId, id } = await bought({ method: 'wire_transfer' });
  await withdraw(buyer, paymentId);
  await shop.test.runJobs();
  expect(await taskOf(buyer)).toContain('19.99 EUR');
  await chargeBack(id, { amount: { currency: 'EUR', value: '4.44' } });
  await shop.hook(id);
  expect(await taskOf(buyer)).toContain('15.55 EUR');
  await chargeBack(id);
  await shop.hook(id);
  expect(await taskOf(buyer)).toBeUndefined();
  expect((await buyer.call('getWithdrawal', { payment: paymentId })).body.state).toBe('refunded');
  expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
});
