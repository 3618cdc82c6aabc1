import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createSentences } from '../server/platform/sentences.ts';
import { openPage, pagesAreBuilt, pagesFolder, plain, wordsOf } from './support/pages.ts';
import { type Shop, openShop } from './support/payments.ts';
import { withdrawalsAt } from './support/withdrawals.ts';

const say = createSentences(fileURLToPath(new URL('..', import.meta.url)) + 'locales').in('en');

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ pages: pagesFolder });
});
afterAll(() => shop.close());

const { bought, spend, withdraw } = withdrawalsAt(() => shop);

describe.skipIf(!pagesAreBuilt)('the page of a completed order', () => {
  it('leads to the withdrawal, and once part of the money went back, to where that stands', async () => {
    const { buyer, paymentId, id } = await bought();
    const words = async () => {
      const { html } = await openPage(shop.test, buyer, `/transactions/${paymentId}`);
      return wordsOf(html.slice(html.indexOf('<main'), html.indexOf('</main>')));
    };
    const [open, done] = [say('shell.withdraw'), say('payments.result.withdrawal')].map(plain) as [string, string];
    expect(await words()).toContain(open);
    await spend(buyer, 50);
    await withdraw(buyer, paymentId);
    await shop.test.runJobs();
    await shop.test.runJobs();
    await shop.hook(id);
    const after = await words();
    expect(after).toContain(done);
    expect(after).not.toContain(open);
  });
});
