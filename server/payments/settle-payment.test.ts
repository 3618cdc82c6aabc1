import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';

import { openShop } from '../../tests/support/payments.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { providerNamed } from './providers.ts';
import { isOutOfConnections } from '../platform/database/database-errors.ts';
import { createMollie } from './mollie/mollie.ts';
import { testKey } from '../../mocks/payment-provider/testing.ts';
import { reviewPremium } from './book-reversals.ts';
import { settlePayment } from './settle-payment.ts';
import type { TestClient } from '../../tests/support/test-app.ts';
import { formatOrderNumber } from '../../contract/payments/order-number.ts';
import { purchasesAt } from '../../tests/support/purchases.ts';
import { writeReceipts } from './receipts/write-receipts.ts';
import { paymentsPageSize } from '../../contract/payments/limits.ts';

const shop = await openShop();
afterAll(shop.close);
afterEach(() => shop.fault('none'));

const paidOnce = { status: 'completed', entries: 1, lots: 120 };

describe('a paid payment', () => {
  it('grants the credits of its bundle, makes the member premium and notifies open tabs (MON-27)', async () => {
    const { buyer, paymentId, id } = await shop.pending();
    const before = await shop.look(buyer, paymentId);
    expect(before).toMatchObject({ paid_user: false, payment: { status: 'pending' } });
    const events: LiveEvent[] = [];
    const stop = shop.test.context.bus.subscribe(buyer.id, (event) => events.push(event));
    await shop.deliver(id, 'paid');
    stop();
    const after = await shop.look(buyer, paymentId);
    const credits = before.credits + 120;
    expect(after).toMatchObject({ paid_user: true, credits, payment: { status: 'completed' } });
    expect(after.payment.settled_at).not.toBeNull();
    expect(events).toEqual([
      { type: 'balance', credits, paid_user: true },
      { type: 'payment', payment: paymentId },
    ]);
    expect(await shop.books(paymentId)).toEqual(paidOnce);
    const [entry] = (await buyer.call('listLedger')).body.entries;
    expect(entry).toMatchObject({
      cause: 'purchase',
      credits: 120,
      balance: credits,
      payment: paymentId,
      profile: null,
    });
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

  it('keeps its state, price and evidence of the country, since the database refuses to change them', async () => {
    const { paymentId } = await shop.paid();
    for (const [column, value, constraint] of [
      ...['loading', 'pending', 'failed', 'mismatch'].map((status) => ['status', status, 'payments_settled'] as const),
      ...['declared_country', 'request_country', 'payer_country'].map(
        (name) => [name, 'PL', /frozen|settled/] as const,
      ),
      ['amount', 1, 'payments_frozen'] as const,
    ])
      await expect(
        shop.test.sql(`update payments set ${column} = $2 where payment_id = $1`, [paymentId, value]),
        column,
      ).rejects.toMatchObject({ constraint: expect.stringMatching(constraint) as string });
  });
});

describe('a webhook', () => {
  it('is refused without an id', async () => {
    const answer = await shop.test.client().call('handlePaymentWebhook', { provider: 'mollie' });
    expect(answer).toMatchObject({ status: 422, body: { fields: { id: 'field.missing' } } });
  });

  it('with an unknown id leads to five requests in a second, even if 200 arrive', async () => {
    const fetching = vi.spyOn(providerNamed(shop.test.context, 'mollie')!, 'fetchPayment').mockResolvedValue(undefined);
    shop.test.clock.move(2_000);
    const second = vi.spyOn(shop.test.context.clock, 'now').mockReturnValue(shop.test.context.clock.now());
    await Promise.all(Array.from({ length: 200 }, (_, number) => shop.hook(`tr_stranger${number}`)));
    second.mockRestore();
    expect(fetching).toHaveBeenCalledTimes(5);
    fetching.mockRestore();
  });

  it('that overtakes the response to our own order grants credits once (FLT-08)', async () => {
    const buyer = await shop.test.member();
    await buyer.call('listBundles');
    await shop.fault('slow', { delay_ms: 1_200, times: 1 });
    const ordering = shop.order(buyer, { bundle: 'grand' });
    let id = '';
    while (id === '') {
      const { body } = await shop.sandbox.call('GET', '/v2/payments?limit=250');
      const all = body['_embedded'].payments as { id: string; metadata: { member_id?: MemberId } | null }[];
      id = all.find(({ metadata }) => metadata?.member_id === buyer.id)?.id ?? '';
    }
    await shop.deliver(id, 'paid');
    const early = await shop.first('select status from payments where member_id = $1', [buyer.id]);
    expect(early).toEqual({ status: 'completed' });
    const { status, body } = await ordering;
    expect(status).toBe(200);
    expect(await shop.books(body.payment.payment_id)).toEqual({ status: 'completed', entries: 1, lots: 700 });
  });
});

it('a review of premium locks the wallet until its transaction ends, even if no credits move', async () => {
  const { id } = await shop.test.member();
  const take = () => shop.test.sql('select 1 from wallets where member_id = $1 for update nowait', [id]);
  await shop.test.context.database.transaction(async (tx) => {
    await reviewPremium(tx, id);
    await expect(take()).rejects.toMatchObject({ code: '55P03' });
  });
  expect(await take()).toHaveLength(1);
});

const { bought, mailsTo } = purchasesAt(shop);

describe('the order confirmation (LEG-19)', () => {
  it.each(['ideal', 'wire_transfer'])(
    'is sent once for a completed payment, however often its webhook and job run: %s',
    async (method) => {
      const { buyer, paymentId, id } = await bought({ method });
      await Promise.all(Array.from({ length: 5 }, () => shop.hook(id)));
      const job = { member_id: buyer.id, payment_id: paymentId };
      await Promise.all(Array.from({ length: 5 }, () => writeReceipts(shop.test.context, job)));
      for (let run = 0; run < 3; run += 1) await shop.test.runJobs();
      const [text, ...more] = await mailsTo(buyer, `Your order ${formatOrderNumber(paymentId)}`);
      expect(more).toEqual([]);
      expect(text).toContain('Model withdrawal form');
    },
  );

  it('is not sent for an order that is open, failed or expired', async () => {
    for (const status of ['open', 'failed', 'expired'] as const) {
      const { buyer, paymentId, id } = await shop.pending();
      await (status === 'open' ? shop.hook(id) : shop.settle(id, status));
      for (let run = 0; run < 2; run += 1) await shop.test.runJobs();
      expect(await mailsTo(buyer, `Your order ${formatOrderNumber(paymentId)}`)).toEqual([]);
    }
  });
});

/** Copies the member's only order; some copies have the same time. */
const copy = (buyer: TestClient, paymentId: PaymentId, count: number) =>
  shop.test.sql(
    `insert into payments (member_id, payment_id, bundle_id, credits, amount, currency, method, provider, status, created_at)
     select member_id, gen_random_uuid(), bundle_id, credits, amount, currency, method, provider, 'failed',
            created_at - (n / 2) * interval '1 hour'
       from payments, generate_series(1, $3) as n where member_id = $1 and payment_id = $2`,
    [buyer.id, paymentId, count],
  );

describe('the orders of a member', () => {
  it('are listed once each, latest first and page by page, even if one arrives meanwhile, and only to the member', async () => {
    const { buyer, paymentId } = await shop.pending();
    await copy(buyer, paymentId, 2 * paymentsPageSize);
    const first = (await buyer.call('listPayments')).body;
    // A new order between two pages moves nothing.
    shop.test.clock.move(1_000);
    await shop.order(buyer);
    const second = (await buyer.call('listPayments', { before: first.before })).body;
    const third = (await buyer.call('listPayments', { before: second.before })).body;
    const sizes = [first, second, third].map(({ payments }) => payments.length);
    expect(sizes).toEqual([paymentsPageSize, paymentsPageSize, 1]);
    expect(third.before).toBeNull();
    const all = [first, second, third].flatMap(({ payments }) => payments);
    expect(new Set(all.map(({ payment_id: id }) => id)).size).toBe(2 * paymentsPageSize + 1);
    const times = all.map(({ created_at: at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    const alone = (await shop.look(buyer, paymentId)).payment;
    expect(all.find(({ payment_id: id }) => id === paymentId)).toEqual(alone);
    const stranger = await shop.test.member();
    expect((await stranger.call('listPayments')).body).toEqual({ payments: [], before: null });
  });

  it('may have a legacy payment method, which is shown but cannot be chosen', async () => {
    const { buyer, paymentId } = await shop.pending();
    await shop.test.sql("update payments set method = 'giropay' where payment_id = $1", [paymentId]);
    const [payment] = (await buyer.call('listPayments')).body.payments;
    expect(payment).toMatchObject({ paymentmethod: 'giropay', status: 'pending' });
    for (const paymentmethod of ['giropay', 'sofort', 'maestro'])
      expect((await shop.order(buyer, { paymentmethod })).body['error']).toBe('payment.method');
  });
});

describe('open pages are told', () => {
  const recordEvents = (buyer: TestClient): LiveEvent[] => {
    const heard: LiveEvent[] = [];
    shop.test.context.bus.subscribe(buyer.id, (event) => heard.push(event));
    return heard;
  };

  it.each(['paid', 'failed', 'canceled', 'expired'])('once when a payment is %s', async (status) => {
    const { buyer, paymentId, id } = await shop.pending();
    const heard = recordEvents(buyer);
    await shop.settle(id, status);
    await shop.hook(id);
    expect(heard.filter(({ type }) => type === 'payment')).toEqual([{ type: 'payment', payment: paymentId }]);
  });

  it('of money that goes back, and the payment shows refunds and chargebacks separately', async () => {
    const { buyer, paymentId, id } = await shop.paid();
    const heard = recordEvents(buyer);
    const seen = async () => (await shop.look(buyer, paymentId)).payment;
    await shop.refundAndHook(id, 999);
    expect(await seen()).toMatchObject({ refunded: 999, charged_back: 0, reversed: 999 });
    await shop.chargeBackAndHook(id, 1_000);
    expect(await seen()).toMatchObject({ refunded: 999, charged_back: 1_000, reversed: 1_999 });
    expect(heard.filter(({ type }) => type === 'payment').length).toBeGreaterThanOrEqual(2);
  });
});
