import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { formatOrderNumber } from '../../contract/payments/order-number.ts';
import { type Shop, openShop } from '../../tests/support/payments.ts';
import { withdrawalsAt } from '../../tests/support/withdrawals.ts';
import { writeReceipts } from './receipts/write-receipts.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const { bought, mailsTo } = withdrawalsAt(() => shop);

describe('the order confirmation (LEG-19)', () => {
  it.each(['ideal', 'paypal', 'wire_transfer', 'paysafecard'])(
    'is sent once for a completed payment, however often its webhook and job run: %s',
    async (method) => {
      const { buyer, paymentId, id } = await bought({ method });
      await Promise.all(Array.from({ length: 5 }, () => shop.hook(id)));
      const job = { member_id: buyer.id, payment_id: paymentId };
      await Promise.all(Array.from({ length: 5 }, () => writeReceipts(shop.test.context, job)));
      for (let run = 0; run < 3; run += 1) await shop.test.runJobs();
      const [text, ...more] = await mailsTo(buyer, `Your order ${formatOrderNumber(paymentId)}`);
      expect(more).toEqual([]);
      expect(text).toContain('Model withdrawal form');
    },
  );

  it('is not sent for an order that is open, failed or expired', async () => {
    for (const status of ['open', 'failed', 'expired'] as const) {
      const { buyer, paymentId, id } = await shop.pending();
      if (status !== 'open') await shop.control(id, { status });
      await shop.hook(id);
      for (let run = 0; run < 2; run += 1) await shop.test.runJobs();
      expect(await mailsTo(buyer, `Your order ${formatOrderNumber(paymentId)}`)).toEqual([]);
    }
  });
});
