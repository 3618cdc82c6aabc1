import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { cardsAt } from '../../../tests/support/stored-cards.ts';
import { minuteMs } from '../../platform/clock.ts';
import { reconcilePayments } from '../reconcile-payments.ts';
import { findOrderInstrument } from './instrument.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
afterEach(() => shop.fault('none'));

const cards = cardsAt(() => shop);

const customersOf = async (member: string): Promise<unknown[]> => {
  const { body } = await shop.sandbox.call('GET', '/v2/customers');
  const all = body['_embedded'].customers as { metadata: { member_id: string } }[];
  return all.filter(({ metadata }) => metadata.member_id === member);
};

describe('the customer of a member', () => {
  it('is created once, and only by an order that stores a card', async () => {
    const buyer = await shop.test.member();
    await shop.order(buyer, { paymentmethod: 'credit_card' });
    await shop.order(buyer, { paymentmethod: 'ideal' }, { store_card: true });
    expect(await customersOf(buyer.id)).toEqual([]);
    const orders = await Promise.all(Array.from({ length: 8 }, () => cards.first(buyer)));
    expect(new Set(orders.map(({ customerId }) => customerId)).size).toBe(1);
    expect(await customersOf(buyer.id)).toHaveLength(1);
  });

  it('is created once even if the answer of the provider is lost', async () => {
    const buyer = await shop.test.member();
    await shop.fault('drop', { times: 1 });
    const { body } = await shop.order(buyer, { paymentmethod: 'credit_card' }, { store_card: true });
    expect(await customersOf(buyer.id)).toHaveLength(1);
    expect(await shop.made(body.payment.payment_id)).toBe(0);
    shop.test.clock.move(2 * minuteMs);
    await reconcilePayments(shop.test.context);
    expect(await customersOf(buyer.id)).toHaveLength(1);
    expect(await shop.made(body.payment.payment_id)).toBe(1);
    await cards.first(buyer);
    expect(await customersOf(buyer.id)).toHaveLength(1);
  });
});

describe('a card', () => {
  it('is stored by a completed order that asked for it, with the details from the provider', async () => {
    const { buyer, paymentId } = await cards.withCard('mastercard');
    const { cards: stored, orders } = await cards.list(buyer);
    expect(stored).toEqual([
      {
        id: expect.any(String),
        paymentmethod: 'credit_card',
        brand: 'Mastercard',
        last_digits: '4444',
        expires: '2033-08',
        state: 'valid',
      },
    ]);
    expect(orders).toMatchObject([
      { bundle: 'medium', credits: 120, paid: 1_999, currency: 'EUR', quote: { bundle: 'medium', total: 1_999 } },
    ]);
    expect((await buyer.call('getPayment', { id: paymentId })).body.payment.by_stored_card).toBe(false);
  });

  it('is not stored by an order that did not ask for it, or by another payment method', async () => {
    for (const fields of [{ paymentmethod: 'credit_card' }, { paymentmethod: 'ideal', store_card: true }]) {
      const buyer = await shop.test.member();
      const { body } = await shop.order(buyer, fields);
      const id = await shop.providerId(body.payment.payment_id);
      expect((await shop.sandbox.get(id)).body).toMatchObject({ sequenceType: 'oneoff' });
      await shop.control(id, { status: 'paid', webhooks: { times: 1 }, await: true });
      expect((await cards.list(buyer)).cards).toEqual([]);
    }
  });

  it('is stored once, however often the payment is settled', async () => {
    const { buyer, id } = await cards.withCard();
    await Promise.all(Array.from({ length: 5 }, () => shop.hook(id)));
    expect((await cards.list(buyer)).cards).toHaveLength(1);
  });

  it('is pending as long as its mandate is pending after the payment, and then becomes valid', async () => {
    const { buyer, mandateId, card } = await cards.withCard('pending');
    expect((await cards.list(buyer)).cards).toMatchObject([{ state: 'pending', last_digits: '8431' }]);
    expect(await cards.repeat(buyer, card)).toMatchObject({ status: 409, body: { error: 'card.not-chargeable' } });
    await shop.sandbox.call('PUT', `/control/mandates/${mandateId}`, { status: 'valid' });
    expect((await cards.list(buyer)).cards).toMatchObject([{ state: 'valid' }]);
    expect((await cards.repeat(buyer, card)).status).toBe(200);
  });

  it('is still shown as pending while the provider does not answer', async () => {
    const { buyer } = await cards.withCard('pending');
    await shop.fault('error500');
    expect((await cards.list(buyer)).cards).toMatchObject([{ state: 'pending' }]);
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
    expect((await cards.list(buyer)).cards).toMatchObject([{ id: card, state: 'invalid' }]);
  });

  it('is not stored by a canceled first payment, even if its mandate is valid', async () => {
    const buyer = await shop.test.member();
    const { id, mandateId } = await cards.first(buyer);
    await shop.control(id, { status: 'canceled', webhooks: { times: 1 }, await: true });
    await shop.sandbox.call('PUT', `/control/mandates/${mandateId}`, { status: 'valid' });
    await shop.hook(id);
    await shop.test.runJobs();
    expect((await cards.list(buyer)).cards).toEqual([]);
  });

  it('is never stored because of the content of a webhook', async () => {
    const buyer = await shop.test.member();
    const { id, mandateId } = await cards.first(buyer);
    await shop.hook(id, `&status=paid&mandateId=${mandateId}`);
    expect((await cards.list(buyer)).cards).toEqual([]);
  });
});

describe('the means of payment', () => {
  it('has the same 64-digit hash for every member who pays with the same card', async () => {
    const names = [];
    for (const card of ['visa', 'visa', 'mastercard']) {
      const { buyer, paymentId } = await cards.withCard(card);
      names.push(await findOrderInstrument(shop.test.context.database, { memberId: buyer.id, paymentId }));
    }
    expect(names[0]).toEqual(expect.stringMatching(/^[0-9a-f]{64}$/));
    expect(names[1]).toBe(names[0]);
    expect(names[2]).not.toBe(names[0]);
  });

  it('is unknown before the payment and for an unknown payment', async () => {
    const { buyer, paymentId } = await shop.pending();
    const reader = shop.test.context.database;
    expect(await findOrderInstrument(reader, { memberId: buyer.id, paymentId })).toBeNull();
    expect(await findOrderInstrument(reader, { memberId: buyer.id, paymentId: randomUUID() })).toBeNull();
  });
});
