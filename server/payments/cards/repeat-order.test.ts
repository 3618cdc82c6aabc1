import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { cardsAt } from '../../../tests/support/stored-cards.ts';
import { dayMs, minuteMs } from '../../platform/clock.ts';
import { reconcilePayments } from '../reconcile-payments.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
afterEach(() => shop.fault('none'));

const cards = cardsAt(() => shop);

const refused = { status: 409, body: { error: 'card.not-chargeable' } };

describe('a repeat order', () => {
  it('charges the stored card at once, without a pay page, at the current price', async () => {
    const { buyer, card } = await cards.withCard();
    const { credits } = (await buyer.call('getPayment')).body;
    const { status, body } = await cards.repeat(buyer, card, { bundle: 'small' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ redirect_url: null, payment: { bundle: 'small', by_stored_card: true } });
    const paid = (await buyer.call('getPayment', { id: body.payment.payment_id })).body;
    expect(paid).toMatchObject({ payment: { status: 'completed' }, credits: credits + body.payment.credits });
    expect(await cards.charges(buyer)).toMatchObject([{ status: 'paid', amount: { value: '9.99' } }]);
  });

  it('is one charge for each key, even if the answer of the provider is lost (MON-06)', async () => {
    const { buyer, card } = await cards.withCard();
    const key = { idempotency_key: randomUUID() };
    await shop.fault('drop', { times: 1 });
    const answers = [await cards.repeat(buyer, card, key), await cards.repeat(buyer, card, key)];
    expect(answers[1]?.body.payment).toEqual(answers[0]?.body.payment);
    shop.test.clock.move(2 * minuteMs);
    await reconcilePayments(shop.test.context);
    expect(await cards.charges(buyer)).toHaveLength(1);
    expect(await shop.books(answers[0]?.body.payment.payment_id ?? '')).toMatchObject({
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
    expect((await buyer.call('getPayment', { id: first.payment.payment_id })).body.payment).toMatchObject({
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
    expect((await buyer.call('getPayment', { id: body.payment.payment_id })).body.payment.status).toBe('failed');
    await shop.test.runJobs();
    expect((await cards.list(buyer)).cards).toMatchObject([{ id: card, state: 'invalid' }]);
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

  it('when it has expired', async () => {
    const { buyer, card } = await cards.withCard('expired');
    expect((await cards.list(buyer)).cards).toMatchObject([{ state: 'expired' }]);
    expect(await cards.repeat(buyer, card)).toMatchObject(refused);
  });

  it('for a method that is not its own', async () => {
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
