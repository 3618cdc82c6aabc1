import { afterAll, describe, expect, it } from 'vitest';

import { exported } from '../../tests/support/export.ts';
import { openShop } from '../../tests/support/payments.ts';
import { purchasesAt } from '../../tests/support/purchases.ts';

const shop = await openShop();
afterAll(shop.close);

const { bought } = purchasesAt(shop);

describe('the page about orders', () => {
  it('shows bundles, amounts and partners in words, while the JSON has the raw values', async () => {
    const { buyer, paymentId, id } = await bought();
    await shop.refundAndHook(id, 500);
    await shop.test.sql(
      `update members set tracking = '{"network": "maple", "ref": "r7", "sub2": "autumn"}' where member_id = $1`,
      [buyer.id],
    );
    const files = await exported(shop.test, buyer);
    const [account, orders] = ['account', 'orders'].map((name) =>
      (files.get(`${name}.html`)?.toString() ?? '').replace(/<style>.*<\/style>/s, ''),
    ) as [string, string];
    for (const words of ['<dd>120 credits</dd>', '<dt>Amount</dt><dd>€5.00</dd>', '<dd>€19.99</dd>', '<dd>Euro</dd>'])
      expect(orders).toContain(words);
    expect(/smallest|<dd>(?:EUR|500|1999|medium|large)<|text_hash/.exec(orders)?.[0]).toBeUndefined();
    expect(orders).not.toContain(paymentId);
    for (const words of ['Partner: maple', 'Reference in the link: r7', 'Extra code 2 in the link: autumn'])
      expect(account).toContain(`<li>${words}</li>`);
    expect(account).not.toMatch(/[\da-f]{32}/);
    expect(files.get('data/account.json')?.toString()).toMatch(/"text_hash":"[\da-f]{32}|"text_hash":\{/);
    const json = files.get('data/orders.json')?.toString();
    for (const value of [paymentId, '"EUR"', '500', '"bundle"']) expect(json).toContain(value);
  });
});
