import { randomUUID } from 'node:crypto';

import { afterAll, describe, expect, it, vi } from 'vitest';

import { runAsStaff } from '../../../tests/support/as-staff.ts';
import { providerOrder } from '../../../tests/support/adapters.ts';
import { openShop } from '../../../tests/support/payments.ts';
import { purchasesAt } from '../../../tests/support/purchases.ts';
import type { TestClient } from '../../../tests/support/test-app.ts';
import { minuteMs } from '../../platform/clock.ts';
import { ProviderFault } from '../provider.ts';
import { providerNamed } from '../providers.ts';
import { reconcilePayments } from '../reconcile-payments.ts';
import { mismatchCommands } from './commands.ts';

const euros = (value: string) => ({ currency: 'EUR', value });

describe.each(['mollie', 'stripe'] as const)('money that does not match its order, at %s', async (name) => {
  const shop = await openShop({ providers: { default: name } });
  afterAll(shop.close);
  const { faults: findFaults } = purchasesAt(shop);

  const runStaff = (...words: string[]) => runAsStaff(mismatchCommands, shop.test.context, words);
  const findMismatch = (id: string) =>
    shop.first<{ mismatch_id: MismatchId; state: string }>(
      'select mismatch_id, state from mismatches where provider_payment_id = $1',
      [id],
    );
  const findLine = async (id: string) => (await runStaff()).said.find((line) => line.includes(id));

  /** Places an order of 19.99 with another payment. */
  async function unmatched(lie: object = { amount: euros('9.00') }) {
    const made = await shop.pending();
    await shop.settle(made.id, 'paid', lie);
    const own = async () => (await shop.look(made.buyer, made.paymentId)).payment;
    return { ...made, own, mismatchId: (await findMismatch(made.id))?.mismatch_id ?? '' };
  }
  const minute = async () => {
    shop.test.clock.move(minuteMs);
    await reconcilePayments(shop.test.context);
  };
  const faults = async (id: string) =>
    (await findFaults(name)).filter((line) => !line.startsWith('different') || line.includes(id));

  it('is listed for staff with the paid amount and what is wrong', async () => {
    const { id, mismatchId, own } = await unmatched();
    expect(await own()).toMatchObject({ status: 'pending', checking: true, paid_back: false });
    expect(await findLine(id)).toMatch(
      new RegExp(`^${mismatchId}  accept or pay back  .*  paid 9.00 EUR for 19.99 EUR  wrong: amount  ${name} ${id}`),
    );
    expect(await faults(id)).toEqual([expect.stringContaining('different')]);
  });

  it('completes the order at the paid amount if accepted, with matching credits, receipt and books', async () => {
    const { id, mismatchId, own, paymentId } = await unmatched();
    expect((await runStaff('accept', mismatchId)).exit).toBe(0);
    await minute();
    expect(await own()).toMatchObject({ status: 'completed', amount: 900, list_amount: 1_999, checking: false });
    expect(await shop.books(paymentId)).toEqual({ status: 'completed', entries: 1, lots: 120 });
    await shop.test.runJobs();
    const receipt = await shop.first(
      `select (document->>'total')::int as total, (document->>'vat')::int as vat from receipts where payment_id = $1`,
      [paymentId],
    );
    expect(receipt).toEqual({ total: 900, vat: 156 });
    expect(await findLine(id)).toBeUndefined();
    expect(await faults(id)).toEqual([]);
    // Money that goes back later is booked as for any order.
    await shop.refundAndHook(id, 400);
    expect(await own()).toMatchObject({ refunded: 400 });
    expect(await faults(id)).toEqual([]);
    expect(await runStaff('accept', mismatchId)).toMatchObject({ exit: 1 });
    expect(await runStaff('pay-back', mismatchId)).toMatchObject({ exit: 1 });
  });

  it('can also be accepted with the reference of another order, and stays accepted', async () => {
    const { mismatchId, own, id } = await unmatched({
      metadata: { payment_id: randomUUID(), member_id: randomUUID() },
    });
    expect(await findLine(id)).toContain('wrong: reference');
    await runStaff('accept', mismatchId);
    await minute();
    await shop.hook(id);
    expect(await own()).toMatchObject({ status: 'completed', amount: 1_999 });
    expect(await faults(id)).toEqual([]);
  });

  /** Creates a second payment of the order at its provider, as after a lost response. Returns its id. */
  async function paidAgain(buyer: TestClient, paymentId: PaymentId, minor: number): Promise<string> {
    const provider = providerNamed(shop.test.context, name)!;
    const money = { minor, currency: 'EUR' };
    const { id } = await provider.createPayment(providerOrder({ money, reference: { memberId: buyer.id, paymentId } }));
    await shop.settle(id);
    return id;
  }

  it('can be accepted from a second payment of the order, which then belongs to the order', async () => {
    const { buyer, paymentId } = await shop.pending();
    const id = await paidAgain(buyer, paymentId, 1_999);
    expect(await findLine(id)).toContain('accept or pay back');
    expect(await findLine(id)).toContain('wrong: id');
    await runStaff('accept', (await findMismatch(id))?.mismatch_id ?? '');
    await minute();
    expect((await shop.look(buyer, paymentId)).payment.status).toBe('completed');
    expect((await faults(id)).filter((line) => line.includes(id))).toEqual([]);
  });

  it('is accepted only once for an order, and money from a further payment can only be paid back', async () => {
    const { buyer, paymentId } = await shop.pending();
    const ids = [await paidAgain(buyer, paymentId, 900), await paidAgain(buyer, paymentId, 800)];
    const [first, second] = await Promise.all(ids.map(findMismatch));
    expect((await runStaff('accept', first?.mismatch_id ?? '')).exit).toBe(0);
    expect((await runStaff('accept', second?.mismatch_id ?? '')).exit).toBe(1);
    await minute();
    expect((await shop.look(buyer, paymentId)).payment).toMatchObject({ status: 'completed', amount: 900 });
    expect(await findLine(ids[1] ?? '')).toContain(' pay back ');
    expect((await runStaff('pay-back', second?.mismatch_id ?? '')).exit).toBe(0);
    await shop.test.runJobs();
    await shop.hook(ids[1] ?? '');
    expect((await faults(ids[0] ?? '')).filter((line) => ids.some((id) => line.includes(id)))).toEqual([]);
  });

  it('cannot be accepted if it is more than the price, in another currency or of the other mode', async () => {
    for (const lie of [{ amount: euros('25.00') }, { amount: { currency: 'USD', value: '9.00' } }, { mode: 'live' }]) {
      const { mismatchId, id, own } = await unmatched(lie);
      expect(await findLine(id)).toContain('  pay back  ');
      expect((await runStaff('accept', mismatchId)).exit).toBe(1);
      expect((await own()).checking).toBe(true);
    }
  });

  it('is paid back once, however often the job runs, and the order fails', async () => {
    const { mismatchId, id, own, paymentId } = await unmatched();
    await shop.refund(id, 250);
    expect((await runStaff('pay-back', mismatchId)).exit).toBe(0);
    expect((await runStaff('accept', mismatchId)).exit).toBe(1);
    await shop.test.runJobs();
    await shop.test.runJobs();
    await shop.hook(id);
    expect(await own()).toMatchObject({ status: 'failed', checking: false, paid_back: true });
    expect(await shop.books(paymentId)).toEqual({ status: 'failed', entries: 0, lots: 0 });
    expect(await findMismatch(id)).toMatchObject({ state: 'returned' });
    expect(await faults(id)).toEqual([]);
    expect(await findLine(id)).toBeUndefined();
  });

  it('leaves the list if it is refunded elsewhere while the job runs', async () => {
    const { mismatchId, id } = await unmatched();
    await runStaff('pay-back', mismatchId);
    const provider = providerNamed(shop.test.context, name)!;
    const refund = vi.spyOn(provider, 'refundPayment').mockImplementationOnce(async () => {
      await shop.refundAndHook(id, 900);
      throw new ProviderFault('refused', 'nothing is left');
    });
    await shop.test.runJobs();
    refund.mockRestore();
    expect(await findMismatch(id)).toMatchObject({ state: 'returned' });
    expect(await findLine(id)).toBeUndefined();
  });

  it('is paid back once even if the response to the refund is lost', async () => {
    const { mismatchId, id, own } = await unmatched();
    await runStaff('pay-back', mismatchId);
    await shop.fault('drop', { times: 1 });
    await shop.test.runJobs();
    await shop.fault('none');
    await shop.test.sql('update graphile_worker._private_jobs set run_at = now()');
    await shop.test.runJobs();
    expect(await own()).toMatchObject({ status: 'failed', paid_back: true });
    expect(await faults(id)).toEqual([]);
  });

  it('fails its order without a decision once all of it is refunded at the provider', async () => {
    const { id, own } = await unmatched();
    await shop.refundAndHook(id, 400);
    expect(await own()).toMatchObject({ checking: true });
    expect(await findLine(id)).toContain('9.00 EUR, 4.00 returned');
    await shop.refundAndHook(id, 500);
    expect(await own()).toMatchObject({ status: 'failed', paid_back: true });
    expect(await findLine(id)).toBeUndefined();
    expect(await faults(id)).toEqual([]);
  });

  it('completes its order if the provider later reports the ordered amount', async () => {
    const { id, own } = await unmatched();
    await shop.settle(id, 'paid', { amount: euros('19.99') });
    expect((await own()).status).toBe('completed');
    expect(await findMismatch(id)).toMatchObject({ state: 'solved' });
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
  const runStaff = async (...words: string[]) =>
    (await runAsStaff(mismatchCommands, shop.test.context, words)).said.join('\n');
  const { buyer, paymentId, id } = await shop.pending(undefined, { paymentmethod: 'wire_transfer' });
  await shop.settle(id, 'paid', { amount: euros('19.90') });
  const mismatch = (await shop.value<string>('select mismatch_id from mismatches')) ?? '';
  await runStaff('pay-back', mismatch);
  await shop.test.runJobs();
  expect(await runStaff()).toContain('TO BE PAID BACK BY HAND');
  expect(await runStaff('paid', mismatch)).toContain('paid back by hand');
  shop.test.clock.move(minuteMs);
  await reconcilePayments(shop.test.context);
  await shop.hook(id);
  expect((await shop.look(buyer, paymentId)).payment).toMatchObject({ status: 'failed', paid_back: true });
  expect(await purchasesAt(shop).faults()).toEqual([]);
  await shop.close();
});
