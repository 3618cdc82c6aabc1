import { fileURLToPath } from 'node:url';

import { afterAll, describe, expect, it } from 'vitest';

import { languages } from '../../../contract/platform/languages.ts';
import { openShop } from '../../../tests/support/payments.ts';
import { purchasesAt } from '../../../tests/support/purchases.ts';
import { createSentences } from '../../platform/text/sentences.ts';
import { orderConfirmation } from '../payment-mail.ts';
import { withdrawalReceived } from './withdrawal-mail.ts';

const shop = await openShop();
afterAll(shop.close);

const { bought, withdraw, refunds, mailsTo } = purchasesAt(shop);
const { context } = shop.test;

describe('the mails about a withdrawal', () => {
  it('acknowledge it with its content, date and time', async () => {
    const { buyer, paymentId } = await bought();
    shop.test.clock.set(new Date('2026-12-01T09:08:07Z'));
    await shop.test.sql(`update payments set settled_at = '2026-11-30T10:00:00Z' where payment_id = $1`, [paymentId]);
    expect((await withdraw(buyer, paymentId)).status).toBe(200);
    await shop.test.runJobs();
    const [text] = await mailsTo(buyer, 'Your withdrawal, order');
    for (const said of ['I withdraw from my contract for 120 credits', '1 December 2026', '€19.99'])
      expect(text).toContain(said);
    expect(text).toMatch(/10:08:\d\d CET/);
    shop.test.clock.set(new Date());
  });

  it('acknowledge it with the first run of the jobs, whatever becomes of the refund', async () => {
    const { buyer, paymentId, id } = await bought();
    await shop.fault('error500');
    await withdraw(buyer, paymentId);
    const job = await shop.first(
      `select run_at <= now() as due from graphile_worker._private_jobs where payload->>'kind' = 'withdrawal-received'`,
    );
    expect(job).toEqual({ due: true });
    await shop.test.runJobs().catch(() => undefined);
    expect(await mailsTo(buyer, 'Your withdrawal, order')).toHaveLength(1);
    await shop.fault('none');
    expect(await refunds(id)).toHaveLength(0);
  });

  it('tell like the order confirmation how the payment method is refunded, in each language (LEG-19)', async () => {
    const sentences = createSentences(fileURLToPath(new URL('../../../locales', import.meta.url)));
    const site = await context.sites.ofMember('default', null);
    const email = site.settings.support_email;
    for (const [method, isByHand] of [
      ['ideal', false],
      ['wire_transfer', true],
      ['paysafecard', true],
    ] as const) {
      const { buyer, paymentId } = await bought({ method });
      await withdraw(buyer, paymentId);
      const text = 'select withdrawal_id from withdrawals where payment_id = $1';
      const id = (await shop.value<string>(text, [paymentId])) ?? '';
      for (const language of languages) {
        const say = sentences.in(language);
        const origin = 'http://localhost';
        const call = { context, say, language, site, origin, memberId: buyer.id, email: 'buyer@example.org' };
        const received = await withdrawalReceived.write({ ...call, id });
        const own = [say('withdrawal.received.next')];
        const byHand = [say('withdrawal.received.by-hand'), say('withdrawal.account', { email })];
        expect(received?.paragraphs.slice(1), `${method} ${language}`).toEqual(isByHand ? byHand : own);
        const confirmation = await orderConfirmation.write({ ...call, id: paymentId });
        const back = say(isByHand ? 'receipts.withdraw.back-by-hand' : 'receipts.withdraw.back');
        expect(confirmation?.enclosures?.[0]?.lines.at(-1), `${method} ${language}`).toBe(back);
      }
    }
  });
});
