import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { languages } from '../../../contract/platform/languages.ts';
import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { withdrawalsAt } from '../../../tests/support/withdrawals.ts';
import { letters } from '../../letters.ts';
import { createSentences } from '../../platform/sentences.ts';
import { type PaymentProvider, ProviderFault } from '../provider.ts';
import { providerNamed } from '../providers.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const { bought, withdraw, refunds, mailsTo } = withdrawalsAt(() => shop);

describe('the acknowledgement of a withdrawal', () => {
  it('is sent with the first run of the jobs, whatever becomes of the refund', async () => {
    const { buyer, paymentId, id } = await bought();
    await shop.fault('error500');
    await withdraw(buyer, paymentId);
    const [job] = await shop.test.sql<{ due: boolean }>(
      `select run_at <= now() as due from graphile_worker._private_jobs where payload->>'kind' = 'withdrawal-received'`,
    );
    expect(job).toEqual({ due: true });
    await shop.test.runJobs().catch(() => undefined);
    expect(await mailsTo(buyer, 'Your withdrawal, order')).toHaveLength(1);
    await shop.fault('none');
    expect(await refunds(id)).toHaveLength(0);
  });

  it('and the order confirmation tell how the payment method is refunded, in each language (LEG-19)', async () => {
    const sentences = createSentences(fileURLToPath(new URL('../../../locales', import.meta.url)));
    const site = await shop.test.context.sites.ofMember('default', null);
    const email = site.settings.support_email;
    for (const [method, isByHand] of [
      ['ideal', false],
      ['wire_transfer', true],
      ['paysafecard', true],
    ] as const) {
      const { buyer, paymentId } = await bought({ method });
      await withdraw(buyer, paymentId);
      const [row] = await shop.test.sql<{ id: string }>(
        'select withdrawal_id as id from withdrawals where payment_id = $1',
        [paymentId],
      );
      for (const language of languages) {
        const say = sentences.in(language);
        const call = {
          context: shop.test.context,
          say,
          language,
          site,
          origin: 'http://localhost',
          memberId: buyer.id,
          email: 'buyer@example.org',
        };
        const received = await letters['withdrawal-received'].write({ ...call, id: row?.id ?? '' });
        const own = [say('withdrawal.received.next')];
        const byHand = [say('withdrawal.received.by-hand'), say('withdrawal.account', { email })];
        expect(received?.paragraphs.slice(1), `${method} ${language}`).toEqual(isByHand ? byHand : own);
        const confirmation = await letters['order-confirmation'].write({ ...call, id: paymentId });
        const back = say(isByHand ? 'receipts.withdraw.back-by-hand' : 'receipts.withdraw.back');
        expect(confirmation?.enclosures?.[0]?.lines.at(-1), `${method} ${language}`).toBe(back);
      }
    }
  });
});

describe('a refund that the provider refuses', () => {
  it('becomes a support task, and the buyer is asked once for a bank account', async () => {
    const { buyer, paymentId, id } = await bought();
    await withdraw(buyer, paymentId);
    const provider = providerNamed(shop.test.context, 'mollie');
    const refused = vi.spyOn(provider as PaymentProvider, 'refundPayment');
    refused.mockRejectedValue(new ProviderFault('refused', 'the payment can no longer be refunded'));
    for (let run = 0; run < 3; run += 1) await shop.test.runJobs();
    expect(await refunds(id)).toHaveLength(0);
    expect((await buyer.call('getWithdrawal', { payment: paymentId })).body.state).toBe('by_hand');
    const mails = await mailsTo(buyer, `Where shall we send your money? Order ${formatOrderNumber(paymentId)}`);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Your withdrawal stands, and we transfer the money ourselves');
    expect(mails[0]).toContain('within 14 days of your withdrawal');
  });
});
