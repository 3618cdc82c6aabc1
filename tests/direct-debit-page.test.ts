import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openPage, pagesAreBuilt, pagesFolder, plain } from './support/pages.ts';
import { type Shop, openShop } from './support/payments.ts';

describe.skipIf(!pagesAreBuilt)('the page of a direct debit', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ pages: pagesFolder });
  });
  afterAll(() => shop.close());

  it.each([
    [true, 0],
    [false, 1],
  ])('asks above the form to confirm the email address if that is needed (confirmed: %s)', async (confirmed, times) => {
    const { test } = shop;
    const member = await test.member({ confirmed });
    const html = plain((await openPage(test, member, '/directdebit?bundle=medium')).html);
    const say = test.context.sentences.in('en');
    expect(html).toContain(say('direct-debit.iban'));
    expect(html.split(say('direct-debit.confirm-first')).length - 1).toBe(times);
    const main = html.slice(html.indexOf('<main'), html.indexOf(say('direct-debit.holder')));
    expect(main.split(say('shell.confirm-again')).length - 1).toBe(times);
  });
});
