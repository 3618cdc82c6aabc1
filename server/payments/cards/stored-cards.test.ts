import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { openShop } from '../../../tests/support/payments.ts';
import { cardsAt } from '../../../tests/support/stored-cards.ts';
import { minuteMs, dayMs } from '../../platform/clock.ts';
import { reconcilePayments } from '../reconcile-payments.ts';
import { updateStoredCard } from './keep-card.ts';
import type { TestClient } from '../../../tests/support/test-app.ts';

const shop = await openShop();
afterAll(shop.close);
afterEach(() => shop.fault('none'));

const cards = cardsAt(shop);
const shownTo = async (buyer: TestClient) => (await cards.list(buyer)).cards;

const listCustomers = async (member: string): Promise<unknown[]> => {
  const { body } = await shop.sandbox.call('GET', '/v2/customers');
  const all = body['_embedded'].customers as { metadata: { member_id: MemberId } }[];
  return all.filter(({ metadata }) => metadata.member_id === member);
};

describe('the customer of a member', () => {
  it('is created once, and only by an order that stores a card', async () => {
    const buyer = await shop.test.member();
    await shop.order(buyer, { paymentmethod: 'credit_card' });
    await shop.order(buyer, { paymentmethod: 'ideal' }, { store_card: true });
    expect(await listCustomers(buyer.id)).toEqual([]);
    const orders = await Promise.all(Array.from({ length: 8 }, () => cards.first(buyer)));
    expect(new Set(orders.map(({ customerId }) => customerId)).size).toBe(1);
    expect(await listCustomers(buyer.id)).toHaveLength(1);
  });

  it('is created once even if the response of the provider is lost', async () => {
    const buyer = await shop.test.member();
    await shop.fault('drop', { times: 1 });
    const { body } = await shop.order(buyer, { paymentmethod: 'credit_card' }, { store_card: true });
    expect(await listCustomers(buyer.id)).toHaveLength(1);
    expect(await shop.made(body.payment.payment_id)).toBe(0);
    shop.test.clock.move(2 * minuteMs);
    await reconcilePayments(shop.test.context);
    expect(await listCustomers(buyer.id)).toHaveLength(1);
    expect(await shop.made(body.payment.payment_id)).toBe(1);
    await cards.first(buyer);
    expect(await listCustomers(buyer.id)).toHaveLength(1);
  });
});

describe('a card', () => {
  it('is stored once by a completed order that asked for it, with the details from the provider', async () => {
    const { buyer, paymentId, id } = await cards.withCard('mastercard');
    await Promise.all(Array.from({ length: 5 }, () => shop.hook(id)));
    const { cards: stored, orders } = await cards.list(buyer);
    const details = { brand: 'Mastercard', last_digits: '4444', expires: '2033-08', state: 'valid' };
    expect(stored).toEqual([{ id: expect.any(String) as string, paymentmethod: 'credit_card', ...details }]);
    expect(orders).toMatchObject([
      { bundle: 'medium', credits: 120, paid: 1_999, currency: 'EUR', price: { bundle: 'medium', total: 1_999 } },
    ]);
    expect((await shop.look(buyer, paymentId)).payment.by_stored_card).toBe(false);
  });

  it('is not stored by an order that did not ask for it, or by another payment method', async () => {
    for (const fields of [{ paymentmethod: 'credit_card' }, { paymentmethod: 'ideal', store_card: true }]) {
      const { buyer, id } = await shop.pending(undefined, fields);
      expect((await shop.sandbox.get(id)).body).toMatchObject({ sequenceType: 'oneoff' });
      await shop.deliver(id, 'paid');
      expect(await shownTo(buyer)).toEqual([]);
    }
  });

  it('is pending as long as its mandate is, or the provider does not respond, and then becomes valid', async () => {
    const { buyer, mandateId, card } = await cards.withCard('pending');
    expect(await shownTo(buyer)).toMatchObject([{ state: 'pending', last_digits: '8431' }]);
    expect(await cards.repeat(buyer, card)).toMatchObject({ status: 409, body: { error: 'card.not-chargeable' } });
    await shop.fault('error500');
    expect(await shownTo(buyer)).toMatchObject([{ state: 'pending' }]);
    await shop.fault('none');
    await shop.sandbox.call('PUT', `/control/mandates/${mandateId}`, { status: 'valid' });
    expect(await shownTo(buyer)).toMatchObject([{ state: 'valid' }]);
    expect((await cards.repeat(buyer, card)).status).toBe(200);
  });

  it('becomes invalid if the provider no longer has the customer, and its job ends', async () => {
    const { buyer, card, customerId } = await cards.withCard();
    await shop.sandbox.call('DELETE', `/v2/customers/${customerId}`);
    expect((await cards.repeat(buyer, card)).status).toBe(200);
    const jobs = 'select count(*)::int as jobs from graphile_worker.jobs where key = $1';
    // The webhook of the charge may arrive later and queue another update of the card.
    await vi.waitFor(async () => {
      await shop.test.runJobs();
      expect(await shop.test.sql(jobs, [`stored-card ${card}`])).toEqual([{ jobs: 0 }]);
    });
    expect(await shownTo(buyer)).toMatchObject([{ id: card, state: 'invalid' }]);
  });

  it('is stored neither by the content of a webhook nor by a canceled first payment with a valid mandate', async () => {
    const buyer = await shop.test.member();
    const { id, mandateId } = await cards.first(buyer);
    await shop.hook(id, `&status=paid&mandateId=${mandateId}`);
    expect(await shownTo(buyer)).toEqual([]);
    await shop.deliver(id, 'canceled');
    await shop.sandbox.call('PUT', `/control/mandates/${mandateId}`, { status: 'valid' });
    await shop.hook(id);
    await shop.test.runJobs();
    expect(await shownTo(buyer)).toEqual([]);
  });
});

it('the payment instrument has the same 64-digit hash for every member who pays with the same card', async () => {
  const readInstrument = (paymentId: PaymentId) =>
    shop.value<string | null>('select instrument from payments where payment_id = $1', [paymentId]);
  const names = [];
  for (const card of ['visa', 'visa', 'mastercard'])
    names.push(await readInstrument((await cards.withCard(card)).paymentId));
  expect(names[0]).toEqual(expect.stringMatching(/^[0-9a-f]{64}$/));
  expect(names[1]).toBe(names[0]);
  expect(names[2]).not.toBe(names[0]);
  expect(await readInstrument((await shop.pending()).paymentId)).toBeNull();
});

const refused = { status: 409, body: { error: 'card.not-chargeable' } };

describe('a repeat order', () => {
  it('charges the stored card at once, without a pay page, at the current price', async () => {
    const { buyer, card } = await cards.withCard();
    const { credits } = (await buyer.call('getPayment')).body;
    const { status, body } = await cards.repeat(buyer, card, { bundle: 'small' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ redirect_url: null, payment: { bundle: 'small', by_stored_card: true } });
    const paid = await shop.look(buyer, body.payment.payment_id);
    expect(paid).toMatchObject({ payment: { status: 'completed' }, credits: credits + body.payment.credits });
    expect(await cards.charges(buyer)).toMatchObject([{ status: 'paid', amount: { value: '9.99' } }]);
  });

  it('is one charge for each key, even if the response of the provider is lost (MON-06)', async () => {
    const { buyer, card } = await cards.withCard();
    const key = { idempotency_key: randomUUID() };
    await shop.fault('drop', { times: 1 });
    const answers = [await cards.repeat(buyer, card, key), await cards.repeat(buyer, card, key)];
    expect(answers[1]?.body.payment).toEqual(answers[0]?.body.payment);
    shop.test.clock.move(2 * minuteMs);
    await reconcilePayments(shop.test.context);
    expect(await cards.charges(buyer)).toHaveLength(1);
    expect(await shop.books(toId(answers[0]?.body.payment.payment_id))).toMatchObject({
      status: 'completed',
      entries: 1,
    });
  });

  it('cannot share its key with an order that does not use the stored card (MON-07)', async () => {
    const { buyer, card } = await cards.withCard();
    const key = { idempotency_key: randomUUID() };
    await cards.repeat(buyer, card, key);
    expect(await shop.order(buyer, { paymentmethod: 'credit_card', ...key })).toMatchObject({ status: 409 });
    expect(await cards.charges(buyer)).toHaveLength(1);
  });

  it('that fails is retried as a new payment at the provider, with at most one success (MON-34)', async () => {
    const { buyer, card, mandateId } = await cards.withCard('insufficient');
    const key = { idempotency_key: randomUUID() };
    const { body: first } = await cards.repeat(buyer, card, key);
    expect((await shop.look(buyer, first.payment.payment_id)).payment).toMatchObject({
      status: 'failed',
      by_stored_card: true,
    });
    await shop.sandbox.call('PUT', `/control/mandates/${mandateId}`, { failure: null });
    // Repeating the call leaves the failed order as it is.
    await cards.repeat(buyer, card, key);
    expect(await cards.charges(buyer)).toHaveLength(1);
    const { body: second } = await cards.repeat(buyer, card);
    expect(second.payment.payment_id).not.toBe(first.payment.payment_id);
    const charges = await cards.charges(buyer);
    expect(charges.map(({ status }) => status).toSorted()).toEqual(['failed', 'paid']);
    expect(await shop.books(first.payment.payment_id)).toMatchObject({ status: 'failed', entries: 0 });
  });

  it('is charged once for 8 taps with 8 keys while the outcome is unknown', async () => {
    const { buyer, card } = await cards.withCard();
    await shop.fault('drop');
    const answers = await Promise.all(Array.from({ length: 8 }, () => cards.repeat(buyer, card)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe('payment.in-progress');
    await shop.fault('none');
    shop.test.clock.move(2 * minuteMs);
    await reconcilePayments(shop.test.context);
    expect(await cards.charges(buyer)).toHaveLength(1);
    expect((await cards.repeat(buyer, card)).status).toBe(200);
  });

  it('fails if the provider no longer has the mandate, and the card is then shown as invalid', async () => {
    const { buyer, card, customerId, mandateId } = await cards.withCard();
    await shop.sandbox.call('DELETE', `/v2/customers/${customerId}/mandates/${mandateId}`);
    const { status, body } = await cards.repeat(buyer, card);
    expect(status).toBe(200);
    expect((await shop.look(buyer, body.payment.payment_id)).payment.status).toBe('failed');
    await shop.test.runJobs();
    expect(await shownTo(buyer)).toMatchObject([{ id: card, state: 'invalid' }]);
    expect(await cards.repeat(buyer, card)).toMatchObject(refused);
  });
});

describe('a card is refused', () => {
  it('to another member, who learns nothing about it', async () => {
    const { card } = await cards.withCard();
    const other = await shop.test.member();
    expect(await cards.repeat(other, card)).toMatchObject(refused);
    expect(await cards.repeat(other, randomUUID())).toMatchObject(refused);
    expect(await cards.charges(other)).toEqual([]);
  });

  it('when it has expired, and for a method that is not its own', async () => {
    const expired = await cards.withCard('expired');
    expect(await shownTo(expired.buyer)).toMatchObject([{ state: 'expired' }]);
    expect(await cards.repeat(expired.buyer, expired.card)).toMatchObject(refused);
    const { buyer, card } = await cards.withCard();
    expect(await cards.repeat(buyer, card, { paymentmethod: 'paypal' })).toMatchObject(refused);
  });

  it('by the database, whatever the application does', async () => {
    const { buyer, card } = await cards.withCard();
    const { body } = await cards.repeat(buyer, card);
    const copy = (changes: string) =>
      shop.test.sql(
        `insert into payments select (jsonb_populate_record(p, jsonb_build_object('payment_id', gen_random_uuid()) || $2::jsonb)).*
           from payments p where payment_id = $1`,
        [body.payment.payment_id, changes],
      );
    const unusable = { constraint: 'payments_stored_card' };
    await expect(copy('{"mandate":"mdt_other"}')).rejects.toMatchObject(unusable);
    const other = await shop.test.member();
    await expect(copy(JSON.stringify({ member_id: other.id }))).rejects.toMatchObject(unusable);
    await copy('{"status":"loading"}');
    await expect(copy('{"status":"pending"}')).rejects.toMatchObject({ constraint: 'payments_one_charge' });
    await expect(
      shop.test.sql('update payments set stored_card_id = null where payment_id = $1', [body.payment.payment_id]),
    ).rejects.toMatchObject({ constraint: 'payments_card_kept' });
  });
});

describe('nothing is charged without a tap of the member', () => {
  it('in two months of jobs, webhooks and reconciling', async () => {
    const { buyer, id } = await cards.withCard();
    for (let day = 0; day < 60; day += 10) {
      shop.test.clock.move(10 * dayMs);
      await shop.test.runJobs();
      await reconcilePayments(shop.test.context);
      await shop.hook(id);
      await cards.list(buyer);
    }
    expect(await cards.charges(buyer)).toEqual([]);
  });

  it('because only operations of the member place orders', () => {
    const folder = new URL('../../', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    const calling = (name: string) =>
      sources.filter((file) => new RegExp(String.raw`\b${name}\b`).test(readFileSync(new URL(file, folder), 'utf8')));
    expect(calling('insertPayment').toSorted()).toEqual(['payments/place-order.ts', 'payments/queries.ts']);
    const placing = calling('placeOrder').filter((file) => file !== 'payments/place-order.ts');
    expect(placing).toContain('payments/create-payment.ts');
    for (const file of placing)
      expect(readFileSync(new URL(file, folder), 'utf8'), file).toMatch(/export const \w+: Handler<'\w+'>/);
  });
});

const remove = (buyer: TestClient, card: string, key: string = randomUUID()) =>
  buyer.call('removeStoredCard', { card, idempotency_key: key });
const mandateAt = (customer: string, mandate: string) =>
  shop.sandbox.call('GET', `/v2/customers/${customer}/mandates/${mandate}`);
const findRow = (card: string) =>
  shop.first('select state, brand, last_digits, expires, instrument from stored_cards where card_id = $1', [card]);

it('removing a card revokes it at the provider and forgets it here', async () => {
  const { buyer, card, customerId, mandateId, id } = await cards.withCard();
  const key = randomUUID();
  expect(await remove(buyer, card, key)).toMatchObject({ status: 200, body: { ok: true } });
  expect((await mandateAt(customerId, mandateId)).status).toBe(404);
  expect(await shownTo(buyer)).toEqual([]);
  expect(await findRow(card)).toEqual({
    state: 'revoked',
    brand: '',
    last_digits: '',
    expires: null,
    instrument: null,
  });
  expect(await cards.repeat(buyer, card)).toMatchObject({ status: 409, body: { error: 'card.not-chargeable' } });
  expect((await remove(buyer, card, key)).status).toBe(200);
  expect((await remove(buyer, card)).status).toBe(200);
  // The order that stored the card is asked about for a year, which does not bring the card back.
  await shop.hook(id);
  expect(await shownTo(buyer)).toEqual([]);
});

it('a removed card is forgotten at once if the provider does not respond, and a job revokes it later', async () => {
  const { buyer, card, customerId, mandateId } = await cards.withCard();
  await shop.fault('error500');
  expect((await remove(buyer, card)).status).toBe(200);
  expect(await shownTo(buyer)).toEqual([]);
  expect(await cards.repeat(buyer, card)).toMatchObject({ status: 409 });
  await expect(updateStoredCard(shop.test.context, buyer.id, card)).rejects.toMatchObject({ name: 'ProviderFault' });
  await shop.fault('none');
  expect((await mandateAt(customerId, mandateId)).status).toBe(200);
  await shop.test.runJobs();
  expect((await mandateAt(customerId, mandateId)).status).toBe(404);
  expect(await findRow(card)).toMatchObject({ state: 'revoked' });
});

it('removal is refused for a card of another member, and for a used key with another card (MON-10)', async () => {
  const [one, other] = [await cards.withCard(), await cards.withCard()];
  expect(await remove(other.buyer, one.card)).toMatchObject({ status: 404, body: { error: 'card.not-found' } });
  expect(await shownTo(one.buyer)).toHaveLength(1);
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

/** The time bonus of 25 %, on a bundle for 19.99. */
const [reduced, full] = [1_499, 1_999];

/**
 * Creates a member with the time bonus and a stored card that had the offer in another account: the order was paid
 * back.
 */
async function withUsedCard() {
  await cards.withCard('visa', await shop.newcomer());
  const { buyer, card, paymentId } = await cards.withCard('visa', await shop.newcomer());
  expect((await shop.look(buyer, paymentId)).payment.offer_used).toBe(true);
  return { buyer, card };
}

it.each([{}, { discount_code: 'TIMEBONUS25' }])(
  'a stored card that used the first-purchase discount pays the full price elsewhere: %o (MON-22)',
  async (named) => {
    const { buyer, card } = await withUsedCard();
    const order = { bundle: 'medium', ...named };
    const without = (await buyer.call('priceOrder', order)).body;
    expect(without).toMatchObject({ total: reduced, discount_used_by_account: false });
    const price = (await buyer.call('priceOrder', { ...order, stored_card: card })).body;
    expect(price).toMatchObject({ total: full, discount: null, discount_used_by_account: true });
    expect(await cards.repeat(buyer, card, { ...named, total: reduced })).toMatchObject({
      status: 409,
      body: { error: 'payment.price-changed' },
    });
    expect(await cards.charges(buyer)).toEqual([]);
    const { status, body } = await cards.repeat(buyer, card, { ...named, total: price.total });
    expect([status, body.payment]).toMatchObject([200, { amount: full, discount_code: null }]);
    expect(await cards.charges(buyer)).toMatchObject([{ status: 'paid', amount: { value: '19.99' } }]);
  },
);

it('a price for a stored card of another member is refused', async () => {
  const [{ card }, other] = [await cards.withCard(), await shop.test.member()];
  for (const stored_card of [card, randomUUID()])
    expect(await other.call('priceOrder', { bundle: 'medium', stored_card })).toMatchObject({
      status: 404,
      body: { error: 'card.not-found' },
    });
});
