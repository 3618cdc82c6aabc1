import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { newestCode, nextAccount, start } from '../../../tests/support/direct-debit.ts';
import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { queueCard } from './keep-card.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ providers: { default: 'mollie' } });
});
afterAll(() => shop.close());
afterEach(() => shop.setProviders({ default: 'mollie' }));

/** Clearing the provider's dashboard, or a privacy request made there, deletes a customer that we still know. */
describe.each(['mollie', 'stripe'] as const)('a customer that %s no longer has', (provider) => {
  const at = () => (provider === 'mollie' ? shop.sandbox : shop.stripe);
  const customerOf = async (memberId: string) => {
    const [row] = await shop.test.sql<{ customer_id: string }>(
      'select customer_id from payment_customers where member_id = $1 and provider = $2',
      [memberId, provider],
    );
    return row?.customer_id ?? '';
  };
  const drop = (customer: string) =>
    at().call('DELETE', `/${provider === 'mollie' ? 'v2' : 'v1'}/customers/${customer}`);
  const pay = (id: string) =>
    at().call('PUT', `/control/payments/${id}`, { status: 'paid', card: 'visa', webhooks: { times: 1 }, await: true });

  async function store(buyer: Awaited<ReturnType<typeof shop.test.member>>) {
    const { status, body } = await shop.order(buyer, { paymentmethod: 'credit_card' }, { store_card: true });
    expect(status).toBe(200);
    expect(body.redirect_url).toEqual(expect.stringContaining('/pay/'));
    await pay(await shop.providerId(body.payment.payment_id));
    await shop.test.runJobs();
  }
  const cardsOf = async (buyer: Awaited<ReturnType<typeof shop.test.member>>) =>
    (await buyer.call('listRepeatOrders')).body.cards;

  it('is created anew by the next order that stores a card, and the old card becomes invalid', async () => {
    await shop.setProviders({ default: provider });
    const buyer = await shop.test.member();
    await store(buyer);
    const [old] = await cardsOf(buyer);
    const gone = await customerOf(buyer.id);
    await drop(gone);
    await store(buyer);
    expect(await customerOf(buyer.id)).not.toBe(gone);
    await shop.test.context.database.transaction((tx) => queueCard(shop.test.context, tx, buyer.id, old?.id ?? ''));
    await shop.test.runJobs();
    const cards = await cardsOf(buyer);
    expect(cards.map(({ id, state }) => [id === old?.id, state])).toEqual([
      [false, 'valid'],
      [true, 'invalid'],
    ]);
  });

  it('is created once by concurrent orders', async () => {
    await shop.setProviders({ default: provider });
    const buyer = await shop.test.member();
    await store(buyer);
    await drop(await customerOf(buyer.id));
    const orders = await Promise.all(
      Array.from({ length: 5 }, () => shop.order(buyer, { paymentmethod: 'credit_card' }, { store_card: true })),
    );
    expect(orders.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const ids = await Promise.all(orders.map(({ body }) => shop.providerId(body.payment.payment_id)));
    expect(new Set(ids).size).toBe(5);
    const seen = await Promise.all(
      ids.map(async (id) => {
        const path = provider === 'mollie' ? `/v2/payments/${id}` : `/v1/checkout/sessions/${id}`;
        const { body } = await at().call('GET', path);
        return (body['customerId'] ?? body['customer']) as string;
      }),
    );
    expect(new Set(seen)).toEqual(new Set([await customerOf(buyer.id)]));
  });

  it('is created anew by a direct debit', async () => {
    await shop.setProviders({ default: provider });
    const buyer = await shop.test.member();
    await store(buyer);
    await drop(await customerOf(buyer.id));
    const { id } = (await start(buyer, { iban: nextAccount() })).body;
    const answer = await buyer.call('confirmDirectDebit', { id, code: await newestCode(shop.test) });
    expect(answer.body.payment?.status).toBe('pending');
  });
});
