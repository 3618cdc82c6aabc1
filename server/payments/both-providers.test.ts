import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';

import { collected } from '../../tests/support/direct-debit.ts';
import { openShop } from '../../tests/support/payments.ts';
import { price, purchasesAt } from '../../tests/support/purchases.ts';
import { ProviderFault } from './provider.ts';
import { providerNamed } from './providers.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { settlePayment } from './settle-payment.ts';

const paidOnce = { status: 'completed', entries: 1, lots: 120 };
const unpaid = { status: 'pending', entries: 0, lots: 0 };

/** Holds for a payment at either provider. */
describe.each(['mollie', 'stripe'] as const)('with %s, a payment', async (name) => {
  const shop = await openShop({ providers: { default: name } });
  afterAll(shop.close);
  afterEach(() => shop.fault('none'));

  const { spend, bought, withdraw, getWithdrawal, books, unbalanced } = purchasesAt(shop);
  const returned = (paymentId: PaymentId) =>
    shop.first('select refunded, charged_back from payments where payment_id = $1', [paymentId]);

  it('is created at the provider, with a pay page and the reference of the order', async () => {
    const { buyer, paymentId, id } = await shop.pending();
    expect(providerNamed(shop.test.context, name)?.isPaymentId(id)).toBe(true);
    expect((await shop.look(buyer, paymentId)).redirect_url).toBe(`${shop.used.url}/pay/${id}`);
    expect(await shop.made(paymentId)).toBe(1);
  });

  it('is completed by the webhook that the provider itself sends', async () => {
    const { paymentId, id } = await shop.pending();
    const { body } = await shop.deliver(id, 'paid');
    expect(body['webhooks'].delivered).toMatchObject([{ status: 200 }]);
    expect(await shop.books(paymentId)).toEqual(paidOnce);
  });

  it('grants credits once, whatever webhooks report, in any order or 20 at once (MON-11, MON-13)', async () => {
    const { buyer, paymentId, id } = await shop.pending();
    await shop.control(id, { status: 'paid' });
    await Promise.all(Array.from({ length: 20 }, () => shop.hook(id)));
    for (const status of ['open', 'pending', 'failed', 'paid', 'expired', 'canceled', 'paid', 'open']) {
      await shop.control(id, { status });
      expect((await shop.hook(id)).json()).toEqual({ ok: true });
      expect(await shop.books(paymentId)).toEqual(paidOnce);
    }
    await shop.control(id, { status: 'paid', webhooks: { times: 20 }, await: true });
    expect(await shop.books(paymentId)).toEqual(paidOnce);
    expect((await shop.look(buyer, paymentId)).payment.status).toBe('completed');
  });

  it('fails, and completes if it is paid after all', async () => {
    const { buyer, paymentId, id } = await shop.pending();
    for (const status of ['failed', 'canceled', 'expired', 'open']) {
      await shop.settle(id, status);
      const { body } = await buyer.call('getPayment', { id: paymentId });
      expect(body).toMatchObject({ paid_user: false, payment: { status: 'failed', settled_at: null } });
    }
    await shop.settle(id);
    expect(await shop.books(paymentId)).toEqual(paidOnce);
  });

  it('is a mismatch with an alarm and no credits if it does not match its order (MON-14)', async () => {
    const changes = {
      amount: { amount: { currency: 'EUR', value: '0.01' } },
      currency: { amount: { currency: 'USD', value: '19.99' } },
      reference: { metadata: { member_id: 'm', payment_id: 'p' } },
      'missing reference': { metadata: {} },
      mode: { mode: 'live' },
      ...(name === 'mollie' && { profile: { profileId: 'pfl_other' } }),
    };
    for (const [what, change] of Object.entries(changes)) {
      const { buyer, paymentId, id } = await shop.pending();
      const alarm = vi.spyOn(shop.test.context.log, 'error');
      await shop.settle(id, 'paid', change);
      const events = alarm.mock.calls.map(([facts]) => facts);
      alarm.mockRestore();
      expect(events, what).toEqual([expect.objectContaining({ event: 'payment-mismatch', payment_id: paymentId })]);
      expect(await shop.books(paymentId), what).toEqual({ ...unpaid, status: 'mismatch' });
      const seen = await shop.look(buyer, paymentId);
      expect(seen, what).toMatchObject({ paid_user: false, payment: { status: 'pending', checking: true } });
    }
  });

  it('is not settled by the content of a webhook (MON-15)', async () => {
    const { paymentId, id } = await shop.pending();
    await shop.hook(id, '&status=complete&payment_status=paid&amount=1999&paid=true');
    expect(await shop.books(paymentId)).toEqual(unpaid);
  });

  it('is settled once by the reconciler, even if the webhook follows (MON-12)', async () => {
    const { paymentId, id } = await shop.pending();
    await shop.control(id, { status: 'paid' });
    await reconcilePayments(shop.test.context);
    expect(await shop.books(paymentId)).toEqual(unpaid);
    shop.test.clock.move(61_000);
    await Promise.all([reconcilePayments(shop.test.context), reconcilePayments(shop.test.context)]);
    expect(await shop.books(paymentId)).toEqual(paidOnce);
    await shop.hook(id);
    expect(await shop.books(paymentId)).toEqual(paidOnce);
  });

  it('gets the same webhook response whether or not its id is known, and stores nothing for it (MON-17)', async () => {
    const { id } = await shop.pending();
    const known = await shop.hook(id);
    const stored = () =>
      shop.test.sql(
        'select (select count(*) from provider_payments) as known, (select count(*) from mismatches) as unmatched',
      );
    const before = await stored();
    for (const other of [`${id}x`, '../methods', "'; drop table payments"]) {
      const answer = await shop.hook(other);
      expect([answer.statusCode, answer.body]).toEqual([known.statusCode, known.body]);
    }
    const elsewhere = await shop.hook(id, '', 'another');
    expect([elsewhere.statusCode, elsewhere.body]).toEqual([known.statusCode, known.body]);
    expect(await stored()).toEqual(before);
  });

  it('is checked within a minute or by a repeated webhook if the provider was down at first', async () => {
    const { paymentId, id } = await shop.paid();
    // At this age the payment is due again only after a quarter of it, weeks later.
    shop.test.clock.move(100 * 86_400_000);
    await reconcilePayments(shop.test.context);
    const asked = vi.spyOn(providerNamed(shop.test.context, name)!, 'fetchPayment');
    asked.mockRejectedValue(new ProviderFault('unknown', 'down'));
    await shop.chargeBack(id);
    const { statusCode } = await shop.hook(id);
    // The provider's own webhook has also arrived.
    await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(1));
    asked.mockRestore();
    expect(statusCode).toBe(name === 'stripe' ? 503 : 200);
    if (name === 'stripe') await shop.hook(id);
    shop.test.clock.move(60_000);
    // The reconciler skips a payment that the provider's webhook still holds.
    await vi.waitFor(async () => {
      if (name === 'mollie') await reconcilePayments(shop.test.context);
      expect(await returned(paymentId)).toEqual({ refunded: 0, charged_back: price });
    });
  });

  it.each(['error500', 'html', 'wrong_json', 'drop'])(
    'is created once even if the provider answers %s, by the next poll or else by the reconciler (FLT-07)',
    async (fault) => {
      for (const isPolled of [true, false]) {
        const buyer = await shop.test.member();
        await buyer.call('listBundles');
        await shop.fault(fault);
        const { status, body } = await shop.order(buyer);
        expect([status, body.payment.status, body.redirect_url]).toEqual([200, 'pending', null]);
        await shop.fault('none');
        const { payment_id: paymentId } = body.payment;
        if (!isPolled) {
          shop.test.clock.move(61_000);
          await reconcilePayments(shop.test.context);
          expect(await shop.made(paymentId)).toBe(1);
        }
        const { payment, redirect_url: url } = await shop.look(buyer, paymentId);
        const page = `${shop.used.url}/pay/${await shop.providerId(paymentId)}`;
        expect([payment.status, url]).toEqual(['pending', page]);
        expect(await shop.made(paymentId)).toBe(1);
      }
    },
  );

  it('keeps its refund despite an older response of the provider', async () => {
    const { buyer, paymentId, id } = await shop.paid();
    const { context } = shop.test;
    const older = await providerNamed(context, name)!.fetchPayment(id);
    await shop.refundAndHook(id, 500);
    await context.database.transaction((tx) => settlePayment(context, tx, { memberId: buyer.id, paymentId }, older!));
    expect(await returned(paymentId)).toEqual({ refunded: 500, charged_back: 0 });
  });

  // Mollie is also the provider of reversals, stored cards, withdrawals and direct debits in their own tests.
  if (name === 'mollie') return;

  it('books refunds and chargebacks once, and never more than the price (MON-19)', async () => {
    const { paymentId, id } = await shop.paid();
    await shop.refund(id, 500);
    await Promise.all(Array.from({ length: 10 }, () => shop.hook(id)));
    expect(await returned(paymentId)).toEqual({ refunded: 500, charged_back: 0 });
    await shop.chargeBackAndHook(id, price);
    await shop.hook(id);
    expect(await returned(paymentId)).toEqual({ refunded: 500, charged_back: price - 500 });
    expect((await shop.books(paymentId))?.lots).toBe(0);
  });

  it('counts in full again after a failed refund or a won dispute', async () => {
    const { paymentId, id } = await shop.paid();
    const refund = await shop.refundAndHook(id, 500);
    await shop.failRefund(id, refund.id);
    await shop.hook(id);
    expect(await returned(paymentId)).toEqual({ refunded: 0, charged_back: 0 });
    const dispute = await shop.chargeBackAndHook(id);
    expect(await returned(paymentId)).toEqual({ refunded: 0, charged_back: price });
    await shop.used.call('POST', `/control/payments/${id}/chargebacks/${dispute['id']}/reverse`);
    await shop.hook(id);
    expect(await returned(paymentId)).toEqual({ refunded: 0, charged_back: 0 });
    expect((await shop.books(paymentId))?.lots).toBe(120);
  });

  it('with a stored card is charged again when the member taps', async () => {
    const { buyer, id } = await shop.pending(undefined, { paymentmethod: 'credit_card' }, { store_card: true });
    await shop.settle(id, 'paid', { card: 'visa' });
    await shop.test.runJobs();
    const [card] = (await buyer.call('listRepeatOrders')).body.cards;
    expect(card).toMatchObject({ brand: 'Visa', last_digits: '4242' });
    const fields = { paymentmethod: 'credit_card', bundle: 'small' };
    const again = (await shop.order(buyer, fields, { stored_card: card!.id })).body;
    expect(again.redirect_url).toBeNull();
    expect((await shop.books(again.payment.payment_id))?.status).toBe('completed');
  });

  it('is refunded once for its unused credits after a withdrawal (MON-28)', async () => {
    const { buyer, paymentId, id } = await bought();
    await spend(buyer, 50);
    const amount = Math.ceil((price * 70) / 120);
    const answers = await Promise.all(Array.from({ length: 5 }, () => withdraw(buyer, paymentId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await shop.test.runJobs();
    await Promise.all(Array.from({ length: 5 }, () => shop.hook(id)));
    const seen = await providerNamed(shop.test.context, name)!.fetchPayment(id);
    expect(seen?.reversals).toMatchObject([{ kind: 'refund', minor: amount, undone: false }]);
    expect(await books(buyer)).toMatchObject({ balance: 0, lots: 0, entries: 0, money: price - amount });
    expect(await getWithdrawal(buyer, paymentId)).toMatchObject({ state: 'refunded', amount });
    expect(await unbalanced()).toEqual([]);
  });

  it('by direct debit is pending until the bank pays, and is reversed if the bank returns it', async () => {
    const { paymentId, providerPayment: id } = await collected(shop);
    expect(await shop.books(paymentId)).toEqual(unpaid);
    expect(providerNamed(shop.test.context, name)?.isPaymentId(id)).toBe(true);
    await shop.settle(id);
    expect(await shop.books(paymentId)).toEqual(paidOnce);
    await shop.chargeBackAndHook(id);
    expect(await returned(paymentId)).toEqual({ refunded: 0, charged_back: price });
    expect((await shop.books(paymentId))?.lots).toBe(0);
  });

  it('by direct debit fails without credits if the bank refuses it (MON-33)', async () => {
    const { paymentId, providerPayment: id } = await collected(shop);
    await shop.settle(id, 'failed');
    expect(await shop.books(paymentId)).toEqual({ ...unpaid, status: 'failed' });
  });
});
