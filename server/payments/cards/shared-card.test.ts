import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { cardsAt } from '../../../tests/support/stored-cards.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const cards = cardsAt(() => shop);

/** The time bonus of 25 %, on a bundle for 19.99. */
const [reduced, full] = [1_499, 1_999];

/** A member with the time bonus and a stored card that had the offer in another account: the order was paid back. */
async function withUsedCard() {
  await cards.withCard('visa', await shop.newcomer());
  const { buyer, card, paymentId } = await cards.withCard('visa', await shop.newcomer());
  expect((await buyer.call('getPayment', { id: paymentId })).body.payment.offer_used).toBe(true);
  return { buyer, card };
}

it.each([{}, { discount_code: 'TIMEBONUS25' }])(
  'a stored card that used the first-purchase discount pays the full price elsewhere: %o (MON-22)',
  async (named) => {
    const { buyer, card } = await withUsedCard();
    const order = { bundle: 'medium', ...named };
    const without = (await buyer.call('quoteOrder', order)).body;
    expect(without).toMatchObject({ total: reduced, discount_used_by_account: false });
    const quote = (await buyer.call('quoteOrder', { ...order, stored_card: card })).body;
    expect(quote).toMatchObject({ total: full, discount: null, discount_used_by_account: true });
    expect(await cards.repeat(buyer, card, { ...named, total: reduced })).toMatchObject({
      status: 409,
      body: { error: 'payment.price-changed' },
    });
    expect(await cards.charges(buyer)).toEqual([]);
    const { status, body } = await cards.repeat(buyer, card, { ...named, total: quote.total });
    expect([status, body.payment]).toMatchObject([200, { amount: full, discount_code: null }]);
    expect(await cards.charges(buyer)).toMatchObject([{ status: 'paid', amount: { value: '19.99' } }]);
  },
);

it('a quote for a stored card of another member is refused', async () => {
  const [{ card }, other] = [await cards.withCard(), await shop.test.member()];
  for (const stored_card of [card, randomUUID()])
    expect(await other.call('quoteOrder', { bundle: 'medium', stored_card })).toMatchObject({
      status: 404,
      body: { error: 'card.not-found' },
    });
});
