import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { cardsAt } from '../../../tests/support/stored-cards.ts';
import type { TestClient } from '../../../tests/support/test-app.ts';
import { updateStoredCard } from './keep-card.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
afterEach(() => shop.fault('none'));

const cards = cardsAt(() => shop);

const remove = (buyer: TestClient, card: string, key: string = randomUUID()) =>
  buyer.call('removeStoredCard', { card, idempotency_key: key });
const mandateAt = (customer: string, mandate: string) =>
  shop.sandbox.call('GET', `/v2/customers/${customer}/mandates/${mandate}`);
const rowOf = async (card: string) => {
  const text = 'select state, brand, last_digits, expires, instrument from stored_cards where card_id = $1';
  return (await shop.test.sql(text, [card]))[0];
};

it('removing a card revokes it at the provider and forgets it here', async () => {
  const { buyer, card, customerId, mandateId, id } = await cards.withCard();
  const key = randomUUID();
  expect(await remove(buyer, card, key)).toMatchObject({ status: 200, body: { ok: true } });
  expect((await mandateAt(customerId, mandateId)).status).toBe(404);
  expect((await cards.list(buyer)).cards).toEqual([]);
  expect(await rowOf(card)).toEqual({ state: 'revoked', brand: '', last_digits: '', expires: null, instrument: null });
  expect(await cards.repeat(buyer, card)).toMatchObject({ status: 409, body: { error: 'card.not-chargeable' } });
  expect((await remove(buyer, card, key)).status).toBe(200);
  expect((await remove(buyer, card)).status).toBe(200);
  // The order that stored the card is asked about for a year, which does not bring the card back.
  await shop.hook(id);
  expect((await cards.list(buyer)).cards).toEqual([]);
});

it('a removed card is forgotten at once if the provider does not answer, and a job revokes it later', async () => {
  const { buyer, card, customerId, mandateId } = await cards.withCard();
  await shop.fault('error500');
  expect((await remove(buyer, card)).status).toBe(200);
  expect((await cards.list(buyer)).cards).toEqual([]);
  expect(await cards.repeat(buyer, card)).toMatchObject({ status: 409 });
  await expect(updateStoredCard(shop.test.context, buyer.id, card)).rejects.toMatchObject({ name: 'ProviderFault' });
  await shop.fault('none');
  expect((await mandateAt(customerId, mandateId)).status).toBe(200);
  await shop.test.runJobs();
  expect((await mandateAt(customerId, mandateId)).status).toBe(404);
  expect(await rowOf(card)).toMatchObject({ state: 'revoked' });
});

it('removal is refused for a card of another member, and for a used key with another card (MON-10)', async () => {
  const [one, other] = [await cards.withCard(), await cards.withCard()];
  expect(await remove(other.buyer, one.card)).toMatchObject({ status: 404, body: { error: 'card.not-found' } });
  expect((await cards.list(one.buyer)).cards).toHaveLength(1);
  const key = randomUUID();
  await remove(one.buyer, one.card, key);
  expect(await remove(one.buyer, randomUUID(), key)).toMatchObject({ body: { error: 'request.key-reused' } });
});

it('an order never charges a card that is already removed', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { buyer, card } = await cards.withCard();
    const [removal, order] = await Promise.all([remove(buyer, card), cards.repeat(buyer, card)]);
    expect(removal.status).toBe(200);
    const charged = (await cards.charges(buyer)).length;
    expect([200, 409]).toContain(order.status);
    if (order.status === 409) expect(charged).toBe(0);
    expect(await cards.repeat(buyer, card)).toMatchObject({ status: 409 });
    expect((await cards.charges(buyer)).length).toBe(charged);
  }
});

it('the database refuses to bring a removed card back', async () => {
  const { buyer, card } = await cards.withCard();
  await remove(buyer, card);
  await expect(
    shop.test.sql("update stored_cards set state = 'valid' where card_id = $1", [card]),
  ).rejects.toMatchObject({ constraint: 'stored_cards_removed' });
});
