import { afterAll, describe, expect, it } from 'vitest';

import { openShop } from '../../tests/support/payments.ts';
import { purchasesAt } from '../../tests/support/purchases.ts';
import { begun, collected } from '../../tests/support/direct-debit.ts';

const shop = await openShop();
afterAll(shop.close);

const { mailsTo } = purchasesAt(shop);
const getRequest = (paymentId: string) =>
  shop.first('select begun_text, begun_at = created_at as "with" from payments where payment_id = $1', [paymentId]);

describe('the request to begin at once (LEG-05)', () => {
  it.each([
    ['NL', 'en', 'your right of withdrawal ends once all'],
    ['GB', 'en', 'your right to cancel ends once all'],
    ['BE', 'fr', 'demandes expressément'],
    ['DE', 'de', 'verlangst ausdrücklich'],
  ])('in %s, in %s, is kept with the order in the words shown, and is mailed', async (country, language, words) => {
    const buyer = await shop.test.member({ country, town: undefined });
    await buyer.call('updateUser', { language });
    const { request } = (await buyer.call('priceOrder', { bundle: 'medium' })).body;
    expect(request?.text).toContain(words);
    const made = await shop.pending(buyer, { paymentmethod: 'credit_card' }, { request_version: request?.version });
    expect(await getRequest(made.paymentId)).toEqual({ begun_text: request?.text, with: true });
    await shop.settle(made.id);
    await shop.test.runJobs();
    await shop.test.runJobs();
    const mails = (await mailsTo(buyer, '')).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(mails.join(' ')).toContain(request?.text.replaceAll(/\s+/g, ' '));
  });

  it('is frozen, and an order without a version keeps the words of that day', async () => {
    const { paymentId } = await shop.pending();
    const { begun_text: text } = (await getRequest(paymentId)) ?? {};
    expect(text).toContain('expressly ask');
    await expect(
      shop.test.sql(`update payments set begun_text = 'nothing' where payment_id = $1`, [paymentId]),
    ).rejects.toThrow('frozen');
  });

  it('refuses an order whose page showed other words, and orders nothing', async () => {
    const buyer = await shop.test.member();
    for (const request_version of ['', 'f'.repeat(64)]) {
      const refused = await shop.order(buyer, {}, { request_version });
      expect([refused.status, refused.body]).toMatchObject([409, { error: 'payment.price-changed' }]);
    }
    expect(await shop.test.sql('select 1 from payments where member_id = $1', [buyer.id])).toEqual([]);
  });

  it('has the words of the last page if a direct debit is completed in another language', async () => {
    const debit = await begun(shop);
    const { buyer } = debit;
    const getShown = async () => (await buyer.call('priceOrder', { bundle: 'medium' })).body.request;
    const confirm = async (version: string | undefined) => debit.confirm(debit.code, { request_version: version });
    const first = await getShown();
    await shop.fault('error500');
    expect((await confirm(first?.version)).body.error).toBe('payment.provider');
    await shop.fault('none');
    await buyer.call('updateUser', { language: 'de' });
    expect((await confirm(first?.version)).body.error).toBe('payment.price-changed');
    const second = await getShown();
    const { payment } = (await confirm(second?.version)).body;
    expect((await getRequest(payment?.payment_id ?? ''))?.['begun_text']).toBe(second?.text);
  });

  it('is kept with an order by direct debit, too', async () => {
    const { paymentId } = await collected(shop);
    expect((await getRequest(paymentId))?.['begun_text']).toContain('expressly ask');
  });
});
