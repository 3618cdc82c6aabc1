import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createSentences } from '../server/platform/text/sentences.ts';
import { formatIn } from '../web/platform/sentences/format.ts';
import { openPage, pagesAreBuilt, pagesFolder, plain, extractText } from './support/pages.ts';
import { type Shop, openShop } from './support/payments.ts';
import { cardsAt } from './support/stored-cards.ts';
import type { TestClient } from './support/test-app.ts';

const say = createSentences(fileURLToPath(new URL('..', import.meta.url)) + 'locales').in('en');

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ pages: pagesFolder });
});
afterAll(() => shop.close());

async function expectTold(buyer: TestClient, path: string, told: string): Promise<void> {
  const { html } = await openPage(shop.test, buyer, path);
  expect(extractText(html)).toContain(plain(told));
}

/** The response to an order was lost. Its form is sent again, with the tab's key and the current price. */
describe.skipIf(!pagesAreBuilt)('an order without a script', () => {
  it('leads to the pay page by a refresh and a link, as a form may not target it', async () => {
    const buyer = await shop.test.member();
    const { total } = (await buyer.call('priceOrder', { bundle: 'medium' })).body;
    const fields = { key: randomUUID(), bundle: 'medium', paymentmethod: 'ideal', total: String(total) };
    const answer = await shop.test.app.server.inject({
      method: 'POST',
      url: '/credits/medium/ideal',
      headers: { host: 'localhost', origin: 'http://localhost', 'content-type': 'application/x-www-form-urlencoded' },
      cookies: Object.fromEntries(buyer.cookies),
      payload: new URLSearchParams(fields).toString(),
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([200, undefined]);
    const payPage = String(answer.headers['refresh']).replace('0; url=', '');
    expect((await fetch(payPage)).status).toBe(200);
    expect(answer.body).toContain(`<a href="${payPage}">`);
    expect(answer.headers['content-security-policy']).toMatch(/; form-action 'self';/);
  });
});

describe.skipIf(!pagesAreBuilt)('an order that is sent again at another price', () => {
  async function send(buyer: TestClient, path: string, fields: Record<string, string>): Promise<string> {
    const answer = await shop.test.app.server.inject({
      method: 'POST',
      url: path,
      headers: {
        host: 'localhost',
        origin: 'http://localhost',
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
      },
      cookies: Object.fromEntries(buyer.cookies),
      payload: new URLSearchParams(fields).toString(),
    });
    const { location, refresh } = answer.headers;
    expect(answer.statusCode).toBe(location ? 302 : 200);
    return location ?? String(refresh).replace('0; url=', '');
  }
  const listOrders = (buyer: TestClient) =>
    shop.test.sql<{ id: string; amount: number }>(
      'select payment_id as id, amount from payments where member_id = $1 order by created_at',
      [buyer.id],
    );
  const getPrice = async (buyer: TestClient) => (await buyer.call('priceOrder', { bundle: 'medium' })).body.total;

  const earlier = (total: number) => say('payments.result.earlier', { amount: formatIn('en').money(total, 'EUR') });

  it.each([
    ['fallen', 1_799],
    ['risen', 2_199],
  ])('is the first order at its price, and the member is told before paying: %s', async (_how, next) => {
    const buyer = await shop.test.member();
    const form = { key: randomUUID(), bundle: 'medium', paymentmethod: 'ideal' };
    const total = await getPrice(buyer);
    expect(await send(buyer, '/credits/medium/ideal', { ...form, total: String(total) })).toContain('/pay/');
    await shop.setPrice('medium', 'NL', next);
    expect(await getPrice(buyer)).toBe(next);
    const location = await send(buyer, '/credits/medium/ideal', { ...form, total: String(next) });
    const [order, ...others] = await listOrders(buyer);
    expect([order?.amount, others]).toEqual([total, []]);
    expect(new URL(location, 'http://localhost').pathname).toBe(`/transactions/${order?.id}`);
    await expectTold(buyer, location, earlier(total));
    await shop.setPrice('medium', 'NL', total);
  });

  it('is the first order even if the form now names a discount that has begun since', async () => {
    const buyer = await shop.test.member();
    const form = { key: randomUUID(), bundle: 'medium', paymentmethod: 'ideal' };
    const total = await getPrice(buyer);
    await send(buyer, '/credits/medium/ideal', { ...form, total: String(total) });
    await shop.test.sql(
      "insert into discount_codes (code, scope, percentage, valid_from, created_at) values ('BEGUN', 'default', 10, now(), now())",
    );
    const named = { bundle: 'medium', discount_code: 'BEGUN' };
    const reduced = (await buyer.call('priceOrder', named)).body.total;
    expect(reduced).toBeLessThan(total);
    const location = await send(buyer, '/credits/medium/ideal', { ...form, ...named, total: String(reduced) });
    expect(await listOrders(buyer)).toMatchObject([{ amount: total }]);
    await expectTold(buyer, location, earlier(total));
  });

  it('is one charge of a stored card if its time bonus has ended since', async () => {
    const cards = cardsAt(shop);
    const { buyer, card } = await cards.withCard();
    // As after a refund of the only purchase, with a time bonus that starts now.
    await shop.test.sql('update members set paid_at = null, signup_at = now() where member_id = $1', [buyer.id]);
    const form = { key: randomUUID(), bundle: 'medium', paymentmethod: 'credit_card', stored_card: card };
    const total = await getPrice(buyer);
    await send(buyer, '/credits/repeat-order', { ...form, total: String(total) });
    shop.test.clock.move(5 * 3_600_000);
    const later = await getPrice(buyer);
    expect(later).toBeGreaterThan(total);
    const location = await send(buyer, '/credits/repeat-order', { ...form, total: String(later) });
    expect(await cards.charges(buyer)).toMatchObject([{ amount: { value: (total / 100).toFixed(2) } }]);
    await expectTold(buyer, location, earlier(total));
  });
});

describe.skipIf(!pagesAreBuilt)('an order that is paid after another one has used its offer', () => {
  it('asks for a bank account on its page if the method cannot be refunded', async () => {
    const buyer = await shop.newcomer();
    const order = async (paymentmethod: string) => {
      const id = (await shop.order(buyer, { paymentmethod })).body.payment.payment_id;
      return {
        id,
        set: async (status: string) => {
          const providerId = await shop.providerId(id);
          await shop.control(providerId, { status });
          await shop.hook(providerId);
        },
      };
    };
    const late = await order('wire_transfer');
    await late.set('failed');
    await (await order('visa')).set('paid');
    await late.set('paid');
    const email = (await buyer.call('getSettings')).body.support_email;
    await expectTold(buyer, `/transactions/${late.id}`, say('payments.result.offer-used-account', { email }));
  });
});
