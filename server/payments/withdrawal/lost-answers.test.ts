import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { withdrawalsAt } from '../../../tests/support/withdrawals.ts';
import { ProviderFault } from '../provider.ts';
import { providerNamed } from '../providers.ts';
import { refundWithdrawal } from './refund-withdrawal.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const { bought, withdraw, refunds, books } = withdrawalsAt(() => shop);
const price = 1_999;

describe('the refund of a withdrawal', () => {
  it('is recognized if its answer was lost, even if another refund has reduced it', async () => {
    const { buyer, paymentId, id } = await bought();
    await withdraw(buyer, paymentId);
    await shop.sandbox.call('POST', `/control/payments/${id}/refund`, { amount: { currency: 'EUR', value: '5.00' } });
    await shop.hook(id);
    const { context } = shop.test;
    const provider = providerNamed(context, 'mollie')!;
    const refund = provider.refundPayment.bind(provider);
    const spy = vi.spyOn(provider, 'refundPayment').mockImplementationOnce(async (...asked) => {
      await refund(...asked);
      throw new ProviderFault('unknown', 'the answer was lost');
    });
    const [row] = await shop.test.sql<{ withdrawal_id: string }>(
      'select withdrawal_id from withdrawals where payment_id = $1',
      [paymentId],
    );
    const job = { member_id: buyer.id, withdrawal_id: row?.withdrawal_id ?? '' };
    await expect(refundWithdrawal(context, job)).rejects.toThrow('lost');
    await refundWithdrawal(context, job);
    expect(spy).toHaveBeenCalledTimes(1);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
    const made = (await refunds(id)).find((one) => one.amount.value === '14.99');
    await shop.sandbox.call('PUT', `/control/payments/${id}/refunds/${made?.id}`, { status: 'failed' });
    await shop.hook(id);
    // Five euros pay for thirty credits.
    expect(await books(buyer)).toMatchObject({ balance: 90, lots: 90, money: price - 500 });
    expect((await buyer.call('getWithdrawal', { payment: paymentId })).body.state).not.toBe('refunded');
  });
});
