import { afterAll, beforeAll, expect, it } from 'vitest';

import { collected, nextAccount } from '../../../tests/support/direct-debit.ts';
import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { reversalsAt } from '../../../tests/support/reversals.ts';
import { dayMs } from '../../platform/clock.ts';
import { reconcilePayments } from '../reconcile-payments.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const { spend, books } = reversalsAt(() => shop);

/** Lets days pass, both at the bank and on the server. */
async function pass(days: number): Promise<void> {
  await shop.sandbox.call('PUT', '/control/clock', { days });
  shop.test.clock.move(days * dayMs);
  await reconcilePayments(shop.test.context);
}

it('a direct debit returned on day 55 takes back its credits, even if spent, and ends premium', async () => {
  const { buyer, paymentId, providerPayment } = await collected(shop, { iban: nextAccount() });
  const { credits, amount } = (await buyer.call('getPayment', { id: paymentId })).body.payment;
  const plan = [
    { days: 2, status: 'paid' },
    { days: 55, status: 'chargeback', reason: 'MD06' },
  ];
  await shop.control(providerPayment, { plan });
  await pass(3);
  // The provider's own webhook or the reconciler may settle it first; this waits for either.
  await shop.hook(providerPayment);
  expect(await books(buyer)).toMatchObject({ money: amount, premium: true });
  const balance = (await buyer.call('listBundles')).body.credits ?? 0;
  expect(balance).toBe(20 + credits);
  await spend(buyer, balance);
  await pass(51);
  await shop.hook(providerPayment);
  expect(await books(buyer)).toMatchObject({ balance: 0, money: amount, premium: true });

  await pass(1);
  await shop.hook(providerPayment);
  const returned = { balance: -credits, entries: -credits, lots: 0, money: 0, zero: 0, premium: false };
  expect(await books(buyer)).toEqual(returned);
  // Repeated webhooks and reconciler runs book it once.
  await Promise.all(Array.from({ length: 5 }, () => shop.hook(providerPayment)));
  await pass(14);
  expect(await books(buyer)).toEqual(returned);
});
