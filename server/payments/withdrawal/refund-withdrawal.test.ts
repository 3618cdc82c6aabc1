import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { openShop } from '../../../tests/support/payments.ts';
import { price, type Purchase, purchasesAt } from '../../../tests/support/purchases.ts';
import { ProviderFault } from '../provider.ts';
import { providerNamed } from '../providers.ts';
import { refundWithdrawal } from './refund-withdrawal.ts';

const shop = await openShop();
// Only the tests post webhooks.
vi.spyOn(shop.test.context.payments, 'webhookOrigin').mockReturnValue('http://127.0.0.1:9');
afterAll(shop.close);

const { spend, bought, withdraw, paidBack, getWithdrawal, refunds, refuse, books, unbalanced } = purchasesAt(shop);
const { context } = shop.test;
const provider = providerNamed(context, 'mollie')!;

afterEach(async () => {
  expect(await unbalanced()).toEqual([]);
});

const getState = async ({ buyer, paymentId }: Purchase) => (await getWithdrawal(buyer, paymentId)).state;
const withdrawalId = async (paymentId: PaymentId) =>
  toId<WithdrawalId>(await shop.value('select withdrawal_id from withdrawals where payment_id = $1', [paymentId]));
const findJob = async ({ buyer, paymentId }: Purchase) => {
  return { member_id: buyer.id, withdrawal_id: await withdrawalId(paymentId) };
};

describe('the refund of a withdrawal', () => {
  it('is recognized if its response was lost, even if another refund has reduced it', async () => {
    const made = await bought();
    const { buyer, paymentId, id } = made;
    await withdraw(buyer, paymentId);
    await shop.refundAndHook(id, 500);
    const refund = provider.refundPayment.bind(provider);
    const spy = vi.spyOn(provider, 'refundPayment').mockImplementationOnce(async (...asked) => {
      await refund(...asked);
      throw new ProviderFault('unknown', 'the answer was lost');
    });
    const job = await findJob(made);
    await expect(refundWithdrawal(context, job)).rejects.toThrow('lost');
    await refundWithdrawal(context, job);
    expect(spy).toHaveBeenCalledTimes(1);
    spy.mockRestore();
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
    await refuse(id, '14.99');
    // Five euros pay for thirty credits.
    expect(await books(buyer)).toMatchObject({ balance: 90, lots: 90, money: price - 500 });
    expect(await getState(made)).not.toBe('refunded');
  });

  it.each(['its', 'another', 'no'])(
    'is recognized after a restore, and after the provider has forgotten its key, if it has %s id',
    async (which) => {
      const made = await bought();
      const { buyer, paymentId, id } = made;
      await spend(buyer, 50);
      const { body } = await withdraw(buyer, paymentId);
      const key = which === 'its' ? await withdrawalId(paymentId) : which === 'another' ? randomUUID() : undefined;
      await shop.sandbox.call('POST', `/v2/payments/${id}/refunds`, {
        amount: { currency: 'EUR', value: (body.amount / 100).toFixed(2) },
        metadata: { member_id: buyer.id, payment_id: paymentId, key },
      });
      await paidBack(id);
      expect(await refunds(id)).toHaveLength(1);
      expect(await getState(made)).toBe('refunded');
      expect(await books(buyer)).toMatchObject({ balance: 0, money: price - body.amount });
    },
  );

  it('is made beside one of the same amount that support has made at the provider meanwhile', async () => {
    const made = await bought();
    const { buyer, paymentId, id } = made;
    await spend(buyer, 70);
    const { body } = await withdraw(buyer, paymentId);
    await shop.refundAndHook(id, body.amount);
    await paidBack(id);
    expect(await refunds(id)).toMatchObject([{ metadata: { key: await withdrawalId(paymentId) } }, {}]);
    expect(await getState(made)).toBe('refunded');
  });
});
