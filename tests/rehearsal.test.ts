import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { languages } from '../contract/platform/languages.ts';
import { readPayments } from '../server/program/config-payments.ts';
import type { ReceiptDocument } from '../server/payments/receipts/document.ts';
import { checkInstallation } from '../server/settings/check-installation.ts';
import { pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { type Shop, openShop } from './support/payments.ts';

// PAYMENTS_TEST: everything works as in production, and every page says that no money is taken.

const label = 'Test site: no real money';

let shop: Shop;
beforeAll(async () => {
  const env = { PAYMENTS_TEST: '1', PAYMENTS_API_KEY: 'test_key' };
  shop = await openShop({ env, ...(pagesAreBuilt && { pages: pagesFolder }) });
});
afterAll(() => shop.close());

describe('a rehearsal', () => {
  it('accepts only test keys, and production without a rehearsal accepts none of them', () => {
    const findFaults = (changes: object, production = true): string[] => {
      const problems: string[] = [];
      const keys = { PAYMENTS_API_KEY: 'test_key', STRIPE_API_KEY: 'rk_test_x', STRIPE_WEBHOOK_SECRETS: 'whsec_1' };
      readPayments({ PAYMENTS_URL: 'https://payments.example', ...keys, ...changes }, production, problems);
      return problems.map((problem) => problem.split(': ').pop() ?? '');
    };
    expect(findFaults({ PAYMENTS_TEST: '1' })).toEqual([]);
    for (const production of [true, false]) {
      expect(findFaults({ PAYMENTS_TEST: '1', PAYMENTS_API_KEY: 'live_key' }, production)).toEqual([
        'PAYMENTS_API_KEY is none',
      ]);
      expect(findFaults({ PAYMENTS_TEST: '1', STRIPE_API_KEY: 'sk_live_x' }, production)).toEqual([
        'STRIPE_API_KEY is none',
      ]);
    }
    expect(findFaults({})).toEqual(Array(2).fill('PAYMENTS_TEST=1 is for a rehearsal'));
    expect(findFaults({}, false)).toEqual([]);
    // A key of unknown kind would be taken for a test key, whose payments would be accepted.
    for (const key of [' test_key', 'key'])
      expect(findFaults({ PAYMENTS_API_KEY: key, STRIPE_API_KEY: 'sk_live_x' })).toHaveLength(1);
    expect(findFaults({ PAYMENTS_TEST: 'yes' }, false)).toEqual(['PAYMENTS_TEST is neither 0 nor 1']);
  });

  it('sells, and says in each mail that no money moved', async () => {
    const { buyer, paymentId, id } = await shop.pending();
    await shop.control(id, { status: 'paid' });
    await shop.hook(id);
    await shop.test.runJobs();
    await shop.test.runJobs();
    expect(await shop.books(paymentId)).toMatchObject({ status: 'completed', entries: 1 });
    const [{ email } = { email: '' }] = await shop.test.sql<{ email: string }>(
      'select email from members where member_id = $1',
      [buyer.id],
    );
    const mails = (await shop.test.outbox()).filter(({ to }) => to === email);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('Your order')]);
    for (const { subject, text, html } of mails)
      expect([subject, text.includes(label), html?.includes(label)]).toEqual([subject, true, true]);
  });

  it('says on its receipts that no money moved', async () => {
    const rows = await shop.test.sql<{ document: ReceiptDocument }>('select document from receipts');
    expect(rows.map(({ document }) => document.notes[0])).toEqual([label]);
  });

  it('leaves orders that keep a site that takes money from starting', async () => {
    const { database, filesId } = shop.test.context;
    const config = { production: true, rehearsal: false, s3: null };
    const start = checkInstallation({ database, config, filesId, clock: shop.test.clock, secret: 'a secret' });
    await expect(start).rejects.toThrow('orders from before production');
  });

  it.runIf(pagesAreBuilt)('is labeled on every page, and listed by no search engine', async () => {
    const buyer = await shop.test.member();
    const get = (url: string, cookies = {}, language = 'en') =>
      shop.test.app.server.inject({
        url,
        cookies,
        headers: { host: 'localhost', accept: 'text/html', 'accept-language': language },
      });
    let seen = 0;
    const pages = [
      '/',
      '/login',
      '/terms',
      '/members',
      '/credits',
      '/chats',
      '/nowhere',
      '/landers/bridge',
      '/%zz',
      '/offline',
    ];
    for (const url of pages)
      for (const cookies of [{}, Object.fromEntries(buyer.cookies)]) {
        const { statusCode, headers, body } = await get(url, cookies);
        if (statusCode >= 300 && statusCode < 400) continue;
        seen += 1;
        expect([url, headers['x-robots-tag'], body.includes(label)]).toEqual([url, 'noindex, nofollow', true]);
      }
    expect(seen).toBeGreaterThan(10);
    const texts = await Promise.all(
      languages.map(
        async (language) => (await get('/login', {}, language)).body.match(/"note"[^>]*><p[^>]*>([^<]+)/)?.[1],
      ),
    );
    expect(texts).not.toContain(undefined);
    expect(new Set(texts).size).toBe(languages.length);
  });
});
