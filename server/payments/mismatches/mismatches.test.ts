import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { atDesk } from '../../../tests/support/at-desk.ts';
import { type Shop, openShop } from '../../../tests/support/payments.ts';
import type { TestClient } from '../../../tests/support/test-app.ts';
import { reconcileBooks } from '../../books/reconcile.ts';
import { verifyBooks } from '../../books/verify.ts';
import { minuteMs } from '../../platform/clock.ts';
import { ProviderFault } from '../provider.ts';
import { providerNamed } from '../providers.ts';
import { reconcilePayments } from '../reconcile-payments.ts';
import { deskMismatches } from './desk-mismatches.ts';

const euros = (value: string) => ({ currency: 'EUR', value });

describe.each(['mollie', 'stripe'] as const)('money that does not match its order, at %s', (name) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ providers: { default: name } });
  });
  afterAll(() => shop.close());

  async function desk(...words: string[]) {
    const said: string[] = [];
    const exit = await deskMismatches(atDesk(shop.test.context), words, (line) => void said.push(line));
    return { exit, said };
  }
  const mismatchOf = async (id: string) =>
    (
      await shop.test.sql<{ mismatch_id: string; state: string }>(
        'select mismatch_id, state from mismatches where provider_payment_id = $1',
        [id],
      )
    )[0];
  const lineOf = async (id: string) => (await desk()).said.find((line) => line.includes(id));

  /** An order of 19.99 with another payment. */
  async function unmatched(lie: object = { amount: euros('9.00') }, method = 'ideal') {
    const buyer = await shop.test.member();
    const { payment_id: paymentId } = (await shop.order(buyer, { paymentmethod: method })).body.payment;
    const id = await shop.providerId(paymentId);
    await shop.control(id, { status: 'paid', ...lie });
    await shop.hook(id);
    const own = async () => (await buyer.call('getPayment', { id: paymentId })).body;
    return { buyer, paymentId, id, own, mismatchId: (await mismatchOf(id))?.mismatch_id ?? '' };
  }
  const minute = async () => {
    shop.test.clock.move(minuteMs);
    await reconcilePayments(shop.test.context);
  };
  /** The findings of both comparisons of the books. */
  async function faults(id: string): Promise<string[]> {
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    await verifyBooks(shop.test.context.database, say, () => undefined);
    await reconcileBooks(shop.test.context, { provider: name, from: new Date(0) }, say, () => undefined);
    return lines.filter((line) => !line.startsWith('different') || line.includes(id));
  }
  const refundAtProvider = (id: string, value: string) =>
    shop.used.call('POST', `/control/payments/${id}/refund`, { amount: euros(value) });

  it('is listed at the desk with the paid amount and what is wrong', async () => {
    const { id, mismatchId, own } = await unmatched();
    expect((await own()).payment).toMatchObject({ status: 'pending', checking: true, paid_back: false });
    expect(await lineOf(id)).toMatch(
      new RegExp(`^${mismatchId}  accept or pay back  .*  paid 9.00 EUR for 19.99 EUR  wrong: amount  ${name} ${id}`),
    );
    expect(await faults(id)).toEqual([expect.stringContaining('different')]);
  });

  it('completes the order at the paid amount if accepted, with matching credits, receipt and books', async () => {
    const { id, mismatchId, own, paymentId } = await unmatched();
    expect((await desk('accept', mismatchId)).exit).toBe(0);
    await minute();
    expect((await own()).payment).toMatchObject({
      status: 'completed',
      amount: 900,
      list_amount: 1_999,
      checking: false,
    });
    expect(await shop.books(paymentId)).toEqual({ status: 'completed', entries: 1, lots: 120 });
    await shop.test.runJobs();
    const [receipt] = await shop.test.sql<{ total: number; vat: number }>(
      `select (document->>'total')::int as total, (document->>'vat')::int as vat from receipts where payment_id = $1`,
      [paymentId],
    );
    expect(receipt).toEqual({ total: 900, vat: 156 });
    expect(await lineOf(id)).toBeUndefined();
    expect(await faults(id)).toEqual([]);
    // Money that goes back later is booked as for any order.
    await refundAtProvider(id, '4.00');
    await shop.hook(id);
    expect((await own()).payment).toMatchObject({ refunded: 400 });
    expect(await faults(id)).toEqual([]);
    expect(await desk('accept', mismatchId)).toMatchObject({ exit: 1 });
    expect(await desk('pay-back', mismatchId)).toMatchObject({ exit: 1 });
  });

  it('can be accepted with the reference of another order, too, and stays accepted', async () => {
    const { mismatchId, own, id } = await unmatched({
      metadata: { payment_id: randomUUID(), member_id: randomUUID() },
    });
    expect(await lineOf(id)).toContain('wrong: reference');
    await desk('accept', mismatchId);
    await minute();
    await shop.hook(id);
    expect((await own()).payment).toMatchObject({ status: 'completed', amount: 1_999 });
    expect(await faults(id)).toEqual([]);
  });

  /** Creates a second payment of the order at its provider, as after a lost response. Returns its id. */
  async function paidAgain(buyer: TestClient, paymentId: string, minor: number): Promise<string> {
    const made = await providerNamed(shop.test.context, name)?.createPayment({
      key: randomUUID(),
      money: { minor, currency: 'EUR' },
      method: 'ideal',
      mandate: null,
      sequence: 'oneoff',
      customer: null,
      description: 'again',
      language: 'en',
      returnUrl: 'http://localhost/transactions',
      webhookUrl: 'http://localhost/api/payment-webhook.php',
      reference: { memberId: buyer.id, paymentId },
    });
    const id = made?.id ?? '';
    await shop.control(id, { status: 'paid' });
    await shop.hook(id);
    return id;
  }

  it('can be accepted from a second payment of the order, which then belongs to the order', async () => {
    const buyer = await shop.test.member();
    const { payment_id: paymentId } = (await shop.order(buyer)).body.payment;
    const id = await paidAgain(buyer, paymentId, 1_999);
    expect(await lineOf(id)).toContain('accept or pay back');
    expect(await lineOf(id)).toContain('wrong: id');
    await desk('accept', (await mismatchOf(id))?.mismatch_id ?? '');
    await minute();
    expect((await buyer.call('getPayment', { id: paymentId })).body.payment.status).toBe('completed');
    expect((await faults(id)).filter((line) => line.includes(id))).toEqual([]);
  });

  it('is accepted only once for an order, and money from a further payment can only be paid back', async () => {
    const buyer = await shop.test.member();
    const { payment_id: paymentId } = (await shop.order(buyer)).body.payment;
    const ids = [await paidAgain(buyer, paymentId, 900), await paidAgain(buyer, paymentId, 800)];
    const [first, second] = await Promise.all(ids.map(mismatchOf));
    expect((await desk('accept', first?.mismatch_id ?? '')).exit).toBe(0);
    expect((await desk('accept', second?.mismatch_id ?? '')).exit).toBe(1);
    await minute();
    expect((await buyer.call('getPayment', { id: paymentId })).body.payment).toMatchObject({
      status: 'completed',
      amount: 900,
    });
    expect(await lineOf(ids[1] ?? '')).toContain(' pay back ');
    expect((await desk('pay-back', second?.mismatch_id ?? '')).exit).toBe(0);
    await shop.test.runJobs();
    await shop.hook(ids[1] ?? '');
    expect((await faults(ids[0] ?? '')).filter((line) => ids.some((id) => line.includes(id)))).toEqual([]);
  });

  it.each([
    ['more than the price', { amount: euros('25.00') }],
    ['another currency', { amount: { currency: 'USD', value: '9.00' } }],
    ['of the other mode', { mode: 'live' }],
  ])('cannot be accepted if it is %s', async (_what, lie) => {
    const { mismatchId, id, own } = await unmatched(lie);
    expect(await lineOf(id)).toContain('  pay back  ');
    expect((await desk('accept', mismatchId)).exit).toBe(1);
    expect((await own()).payment.checking).toBe(true);
  });

  it('is paid back once, however often the job runs, and the order fails', async () => {
    const { mismatchId, id, own, paymentId } = await unmatched();
    await refundAtProvider(id, '2.50');
    expect((await desk('pay-back', mismatchId)).exit).toBe(0);
    expect((await desk('accept', mismatchId)).exit).toBe(1);
    await shop.test.runJobs();
    await shop.test.runJobs();
    await shop.hook(id);
    expect((await own()).payment).toMatchObject({ status: 'failed', checking: false, paid_back: true });
    expect(await shop.books(paymentId)).toEqual({ status: 'failed', entries: 0, lots: 0 });
    expect(await mismatchOf(id)).toMatchObject({ state: 'returned' });
    expect(await faults(id)).toEqual([]);
    expect(await lineOf(id)).toBeUndefined();
  });

  it('leaves the list if it is refunded elsewhere while the job runs', async () => {
    const { mismatchId, id } = await unmatched();
    await desk('pay-back', mismatchId);
    const provider = providerNamed(shop.test.context, name);
    if (!provider) throw new Error(`${name} is not configured`);
    const refund = vi.spyOn(provider, 'refundPayment').mockImplementationOnce(async () => {
      await refundAtProvider(id, '9.00');
      await shop.hook(id);
      throw new ProviderFault('refused', 'nothing is left');
    });
    await shop.test.runJobs();
    refund.mockRestore();
    expect(await mismatchOf(id)).toMatchObject({ state: 'returned' });
    expect(await lineOf(id)).toBeUndefined();
  });

  it('is paid back once even if the answer to the refund is lost', async () => {
    const { mismatchId, id, own } = await unmatched();
    await desk('pay-back', mismatchId);
    await shop.fault('drop', { times: 1 });
    await shop.test.runJobs();
    await shop.fault('none');
    await shop.test.sql('update graphile_worker._private_jobs set run_at = now()');
    await shop.test.runJobs();
    expect((await own()).payment).toMatchObject({ status: 'failed', paid_back: true });
    expect(await faults(id)).toEqual([]);
  });

  it('fails its order without a decision once all of it is refunded at the provider', async () => {
    const { id, own } = await unmatched();
    await refundAtProvider(id, '4.00');
    await shop.hook(id);
    expect((await own()).payment).toMatchObject({ checking: true });
    expect(await lineOf(id)).toContain('9.00 EUR, 4.00 returned');
    await refundAtProvider(id, '5.00');
    await shop.hook(id);
    expect((await own()).payment).toMatchObject({ status: 'failed', paid_back: true });
    expect(await lineOf(id)).toBeUndefined();
    expect(await faults(id)).toEqual([]);
  });

  it('completes its order if the provider later reports the ordered amount', async () => {
    const { id, own } = await unmatched();
    await shop.control(id, { status: 'paid', amount: euros('19.99') });
    await shop.hook(id);
    expect((await own()).payment.status).toBe('completed');
    expect(await mismatchOf(id)).toMatchObject({ state: 'solved' });
  });

  it('cannot be accepted without a recorded decision, and the price cannot change otherwise', async () => {
    const { paymentId, mismatchId } = await unmatched();
    await expect(
      shop.test.sql(`update mismatches set state = 'accepted' where mismatch_id = $1`, [mismatchId]),
    ).rejects.toThrow('nobody decided');
    await expect(
      shop.test.sql(`update payments set amount = 900, mismatch = 'accepted' where payment_id = $1`, [paymentId]),
    ).rejects.toThrow('frozen');
  });
});

it('a mismatch paid by bank transfer is paid back by hand', async () => {
  const shop = await openShop();
  const desk = async (...words: string[]) => {
    const said: string[] = [];
    await deskMismatches(atDesk(shop.test.context), words, (line) => void said.push(line));
    return said.join('\n');
  };
  const buyer = await shop.test.member();
  const { payment_id: paymentId } = (await shop.order(buyer, { paymentmethod: 'wire_transfer' })).body.payment;
  const id = await shop.providerId(paymentId);
  await shop.control(id, { status: 'paid', amount: euros('19.90') });
  await shop.hook(id);
  const [row] = await shop.test.sql<{ id: string }>('select mismatch_id as id from mismatches');
  await desk('pay-back', row?.id ?? '');
  await shop.test.runJobs();
  expect(await desk()).toContain('TO BE PAID BACK BY HAND');
  expect(await desk('paid', row?.id ?? '')).toContain('paid back by hand');
  shop.test.clock.move(minuteMs);
  await reconcilePayments(shop.test.context);
  await shop.hook(id);
  const { payment } = (await buyer.call('getPayment', { id: paymentId })).body;
  expect(payment).toMatchObject({ status: 'failed', paid_back: true });
  const found: string[] = [];
  await reconcileBooks(
    shop.test.context,
    { provider: 'mollie', from: new Date(0) },
    (line) => found.push(line),
    () => undefined,
  );
  expect(found).toEqual([]);
  await shop.close();
});
