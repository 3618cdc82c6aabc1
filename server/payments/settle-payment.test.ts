import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { type Shop, openShop } from '../../tests/support/payments.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { providerNamed } from './providers.ts';
import { isOutOfConnections } from '../platform/database/database.ts';
import { createMollie } from './mollie/mollie.ts';
import { testKey } from '../../mocks/payment-provider/testing.ts';
import { settlePayment } from './settle-payment.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
afterEach(() => shop.fault('none'));

const paidOnce = { status: 'completed', entries: 1, lots: 120 };
const unpaid = { status: 'pending', entries: 0, lots: 0 };

describe('a paid payment', () => {
  it('grants the credits of its bundle, makes the member premium and notifies open tabs (MON-27)', async () => {
    const { buyer, paymentId, id } = await shop.pending();
    const before = (await buyer.call('getPayment', { id: paymentId })).body;
    expect(before).toMatchObject({ paid_user: false, payment: { status: 'pending' } });
    const events: LiveEvent[] = [];
    const stop = shop.test.context.bus.subscribe(buyer.id, (event) => events.push(event));
    await shop.control(id, { status: 'paid', webhooks: { times: 1 }, await: true });
    stop();
    const { body } = await buyer.call('getPayment', { id: paymentId });
    expect(body).toMatchObject({ paid_user: true, credits: before.credits + 120, payment: { status: 'completed' } });
    expect(body.payment.settled_at).not.toBeNull();
    expect(events).toEqual([
      { type: 'balance', credits: body.credits, paid_user: body.paid_user },
      { type: 'payment', payment: paymentId },
    ]);
    expect(await shop.books(paymentId)).toEqual(paidOnce);
  });

  it('appears on the statement, newest first', async () => {
    const { buyer, paymentId, id } = await shop.pending();
    await shop.control(id, { status: 'paid', webhooks: { times: 1 }, await: true });
    const { body } = await buyer.call('listLedger');
    expect(body.entries[0]).toMatchObject({ cause: 'purchase', credits: 120, payment: paymentId, profile: null });
    expect(body.entries[0]!.balance).toBe(body.balance);
    expect(body.entries.reduce((sum, entry) => sum + entry.credits, 0)).toBe(body.balance);
    expect(body.numResults).toBe(body.entries.length);
  });

  it('grants credits once if 50 transactions settle it at the same moment (MON-11)', async () => {
    const { buyer, paymentId, id } = await shop.pending();
    await shop.control(id, { status: 'paid' });
    const seen = await createMollie({ url: shop.sandbox.url, apiKey: testKey }).fetchPayment(id);
    const { context } = shop.test;
    const reference = { memberId: buyer.id, paymentId };
    // All transactions wait for one row, so on a busy machine the pool gives up waiting for a connection.
    const settle = (): Promise<void> =>
      context.database
        .transaction((tx) => settlePayment(context, tx, reference, seen!))
        .catch((error: unknown) => {
          if (!isOutOfConnections(error)) throw error;
          return settle();
        });
    await Promise.all(Array.from({ length: 50 }, settle));
    expect(await shop.books(paymentId)).toEqual(paidOnce);
  });

  it('stays completed, which the database enforces', async () => {
    const { paymentId, id } = await shop.pending();
    await shop.control(id, { status: 'paid', webhooks: { times: 1 }, await: true });
    for (const status of ['loading', 'pending', 'failed', 'mismatch'])
      await expect(
        shop.test.sql('update payments set status = $2 where payment_id = $1', [paymentId, status]),
      ).rejects.toMatchObject({ constraint: 'payments_settled' });
  });
});

describe('a webhook', () => {
  it('is answered identically for every id and every provider, and stores nothing', async () => {
    const { paymentId, id } = await shop.pending();
    const known = await shop.hook(id);
    for (const other of ['tr_unknown', '../methods', 'x'.repeat(100), "tr_'; drop table payments"]) {
      const answer = await shop.hook(other);
      expect([answer.statusCode, answer.body]).toEqual([known.statusCode, known.body]);
    }
    expect((await shop.hook(id, '', 'another')).body).toBe(known.body);
    expect(await shop.books(paymentId)).toEqual(unpaid);
  });

  it('is refused without an id', async () => {
    const provider = shop.test.client();
    expect(await provider.call('handlePaymentWebhook', { provider: 'mollie' })).toMatchObject({
      status: 422,
      body: { fields: { id: 'field.missing' } },
    });
  });

  it('with an unknown id leads to at most 15 requests, even if 200 arrive at once', async () => {
    const fetching = vi.spyOn(providerNamed(shop.test.context, 'mollie')!, 'fetchPayment').mockResolvedValue(undefined);
    shop.test.clock.move(2_000);
    await Promise.all(Array.from({ length: 200 }, (_, number) => shop.hook(`tr_stranger${number}`)));
    const asked = fetching.mock.calls;
    fetching.mockRestore();
    expect(asked.length).toBeGreaterThan(0);
    // The flood may last longer than the second in which it began.
    expect(asked.length).toBeLessThanOrEqual(15);
  });

  it('that overtakes the answer to our own order grants credits once (FLT-08)', async () => {
    const buyer = await shop.test.member();
    await buyer.call('listBundles');
    await shop.fault('slow', { delay_ms: 1_200, times: 1 });
    const ordering = shop.order(buyer, { bundle: 'grand' });
    let id = '';
    while (id === '') {
      const { body } = await shop.sandbox.call('GET', '/v2/payments?limit=250');
      const all = body['_embedded'].payments as { id: string; metadata: { member_id?: string } | null }[];
      id = all.find(({ metadata }) => metadata?.member_id === buyer.id)?.id ?? '';
    }
    await shop.control(id, { status: 'paid', webhooks: { times: 1 }, await: true });
    const [early] = await shop.test.sql<{ status: string }>('select status from payments where member_id = $1', [
      buyer.id,
    ]);
    expect(early?.status).toBe('completed');
    const { status, body } = await ordering;
    expect(status).toBe(200);
    expect(await shop.books(body.payment.payment_id)).toEqual({ status: 'completed', entries: 1, lots: 700 });
  });
});

describe('a payment that does not match its order (MON-14)', () => {
  it('grants no credits if it belongs to another merchant profile', async () => {
    const { paymentId, id } = await shop.pending();
    await shop.control(id, { status: 'paid', profileId: 'pfl_other' });
    await shop.hook(id);
    expect(await shop.books(paymentId)).toEqual({ ...unpaid, status: 'mismatch' });
  });

  it('completes once the provider reports the ordered amount', async () => {
    const { paymentId, id } = await shop.pending();
    await shop.control(id, { status: 'paid', amount: { currency: 'EUR', value: '0.01' } });
    await shop.hook(id);
    await shop.control(id, { status: 'paid', amount: { currency: 'EUR', value: '19.99' } });
    await shop.hook(id);
    expect(await shop.books(paymentId)).toEqual(paidOnce);
  });
});
