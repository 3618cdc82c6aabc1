import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { clearSiteCache } from '../../settings/find-site.ts';
import type { ReceiptDocument } from './document.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const towns: Record<string, string> = {
  NL: 'nl-haarlem',
  US: 'us-new-york',
  CA: 'ca-toronto',
  AU: 'au-sydney',
};

async function documentOf(country: string): Promise<ReceiptDocument | undefined> {
  const buyer = await shop.test.member({ country, town: towns[country] ?? '' });
  const { payment_id: paymentId } = (await shop.order(buyer, { paymentmethod: 'credit_card' })).body.payment;
  const id = await shop.providerId(paymentId);
  await shop.control(id, { status: 'paid' });
  await shop.hook(id);
  await shop.test.runJobs();
  const [row] = await shop.test.sql<{ document: ReceiptDocument }>(
    'select document from receipts where payment_id = $1',
    [paymentId],
  );
  return row?.document;
}

describe('a receipt', () => {
  it('names the tax by its local name, and the country of the seller', async () => {
    const printed = async (country: string) => {
      const document = await documentOf(country);
      return [document?.sums[1]?.[0], document?.seller.lines[3]];
    };
    expect(await printed('CA')).toEqual(['HST 13%', 'Netherlands']);
    expect(await printed('AU')).toEqual(['GST 10%', 'Netherlands']);
    expect(await printed('US')).toEqual(['Sales tax 0%', 'Netherlands']);
  });

  it('has each tax number of the seller under its own name', async () => {
    await shop.test.sql(
      `insert into setting_scopes (scope, values) values ('default', $1)
       on conflict (scope) do update set values = setting_scopes.values || excluded.values`,
      [JSON.stringify({ company: { vat_numbers: ['NL123456789B01', 'ABN: 51 824 753 556'] } })],
    );
    clearSiteCache();
    const document = await documentOf('AU');
    await shop.test.sql(`update setting_scopes set values = values - 'company' where scope = 'default'`);
    clearSiteCache();
    expect(document?.seller.lines.slice(-2)).toEqual(['VAT number NL123456789B01', 'ABN: 51 824 753 556']);
  });

  it('has its own date in the seller’s time zone and the payment date in the buyer’s', async () => {
    shop.test.clock.set(new Date('2026-11-28T02:00:00Z'));
    const issued: unknown[] = [];
    for (const country of ['NL', 'US']) {
      const document = await documentOf(country);
      issued.push(document?.facts.slice(0, 2).map(([, value]) => value));
    }
    shop.test.clock.set(new Date());
    expect(issued).toEqual([
      ['28 November 2026', '28 November 2026'],
      ['28 November 2026', '27 November 2026'],
    ]);
  });
});
