import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { withdrawalsAt } from '../../../tests/support/withdrawals.ts';
import type { ProviderPayment } from '../provider.ts';
import { providerNamed } from '../providers.ts';
import { settlePayment } from '../settle-payment.ts';
import { deskWithdrawals } from './desk-withdrawals.ts';
import { refundWithdrawal } from './refund-withdrawal.ts';
import { atDesk } from '../../../tests/support/at-desk.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const { spend, bought, withdraw, refunds, books, mailsTo, unbalanced } = withdrawalsAt(() => shop);
const price = 1_999;

afterEach(async () => {
  expect(await unbalanced()).toEqual([]);
});

describe('a withdrawal (LEG-06, MON-28)', () => {
  it('refunds the unused part to the same payment, rounded up to the cent, and takes its credits once', async () => {
    const { buyer, paymentId, id } = await bought();
    await spend(buyer, 50);
    const amount = Math.ceil((price * 70) / 120);
    const offer = (await buyer.call('getWithdrawal', { payment: paymentId })).body;
    expect(offer).toMatchObject({ state: 'open', credits: 120, unused: 70, amount, whole: false, price });
    const { status, body } = await withdraw(buyer, paymentId);
    expect([status, body.state, body.amount, body.unused]).toEqual([200, 'confirmed', amount, 70]);
    // The credits are gone before the provider is asked.
    expect(await books(buyer)).toEqual({ balance: 0, lots: 0, entries: 0, money: price });
    await shop.test.runJobs();
    await shop.test.runJobs();
    expect((await refunds(id)).map((one) => one.amount.value)).toEqual([(amount / 100).toFixed(2)]);
    await Promise.all(Array.from({ length: 10 }, () => shop.hook(id)));
    expect(await books(buyer)).toEqual({ balance: 0, lots: 0, entries: 0, money: price - amount });
    const after = (await buyer.call('getWithdrawal', { payment: paymentId })).body;
    expect(after).toMatchObject({ state: 'refunded', amount, unused: 70 });
    expect((await buyer.call('listWithdrawals')).body.withdrawals).toEqual([after]);
    const [entry] = (await buyer.call('listLedger')).body.entries;
    expect(entry).toMatchObject({ cause: 'refund', credits: -70, payment: paymentId });
    expect((await buyer.call('getPayment', { id: paymentId })).body.paid_user).toBe(true);
  });

  it('is acknowledged by email with its content, date and time', async () => {
    const { buyer, paymentId } = await bought();
    shop.test.clock.set(new Date('2026-12-01T09:08:07Z'));
    await shop.test.sql(`update payments set settled_at = '2026-11-30T10:00:00Z' where payment_id = $1`, [paymentId]);
    expect((await withdraw(buyer, paymentId)).status).toBe(200);
    await shop.test.runJobs();
    const [text] = await mailsTo(buyer, 'Your withdrawal, order');
    expect(text).toContain('I withdraw from my contract for 120 credits');
    expect(text).toContain('1 December 2026');
    expect(text).toMatch(/10:08:\d\d CET/);
    expect(text).toContain('€19.99');
    shop.test.clock.set(new Date());
  });

  it('refunds everything without a request to begin at once, and makes no debt of used credits', async () => {
    const { buyer, paymentId, id } = await bought({ asked: false });
    await spend(buyer, 50);
    const offer = (await buyer.call('getWithdrawal', { payment: paymentId })).body;
    expect(offer).toMatchObject({ amount: price, unused: 70, whole: true });
    await withdraw(buyer, paymentId);
    await shop.test.runJobs();
    await shop.hook(id);
    expect((await refunds(id)).map((one) => one.amount.value)).toEqual(['19.99']);
    expect(await books(buyer)).toEqual({ balance: 0, lots: 0, entries: 0, money: 0 });
    expect((await buyer.call('getPayment', { id: paymentId })).body.paid_user).toBe(false);
  });

  it('happens once, even if 20 calls with equal and different keys arrive at once', async () => {
    const { buyer, paymentId, id } = await bought();
    const key = randomUUID();
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => withdraw(buyer, paymentId, key)),
      ...Array.from({ length: 15 }, () => withdraw(buyer, paymentId)),
    ]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.every(({ body }) => body.error === 'withdrawal.done')).toBe(true);
    expect(refused.length).toBeGreaterThanOrEqual(15);
    await shop.test.runJobs();
    await shop.hook(id);
    expect(await refunds(id)).toHaveLength(1);
    expect(await books(buyer)).toEqual({ balance: 0, lots: 0, entries: 0, money: 0 });
  });

  it('and concurrent spending share the credits, so that none are both refunded and used', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { buyer, paymentId, id } = await bought();
      const spent = Array.from({ length: 5 }, () =>
        spend(buyer, 20).then(
          () => 20,
          () => 0,
        ),
      );
      const [{ body }, ...used] = await Promise.all([withdraw(buyer, paymentId), ...spent]);
      const credits = used.reduce((sum, one) => sum + one, 0);
      expect(body.unused).toBe(120 - credits);
      await shop.test.runJobs();
      await shop.hook(id);
      const paidBack = Math.ceil((price * body.unused) / 120);
      expect(await books(buyer)).toMatchObject({ balance: 0, lots: 0, money: price - paidBack });
    }
  });

  it('is possible only for the buyer, for a paid order and with unused credits', async () => {
    const { buyer, paymentId } = await bought();
    const stranger = await shop.test.member();
    expect((await withdraw(stranger, paymentId)).body.error).toBe('payment.not-found');
    await spend(buyer, 120);
    expect((await buyer.call('getWithdrawal', { payment: paymentId })).body.state).toBe('used_up');
    expect((await withdraw(buyer, paymentId)).body.error).toBe('withdrawal.nothing-left');
    const open = await shop.pending();
    expect((await withdraw(open.buyer, open.paymentId)).body.error).toBe('withdrawal.not-paid');
  });
});

describe('a refund that does not get through', () => {
  it.each(['failed', 'canceled'])('returns the credits and is reported by email: %s', async (status) => {
    const { buyer, paymentId, id } = await bought();
    await spend(buyer, 30);
    const before = await books(buyer);
    await withdraw(buyer, paymentId);
    await shop.test.runJobs();
    await shop.hook(id);
    const [refund] = await refunds(id);
    await shop.sandbox.call('PUT', `/control/payments/${id}/refunds/${refund?.id}`, { status });
    await Promise.all(Array.from({ length: 10 }, () => shop.hook(id)));
    await shop.test.runJobs();
    expect(await books(buyer)).toEqual(before);
    expect(await mailsTo(buyer, 'Your refund didn’t get through')).toHaveLength(1);
    const { body } = await buyer.call('getWithdrawal', { payment: paymentId });
    expect(body).toMatchObject({ state: 'open', failed: true, unused: 90 });
    // Having been declared in time, it stays possible after the period.
    await shop.test.sql(`update payments set settled_at = now() - interval '60 days' where payment_id = $1`, [
      paymentId,
    ]);
    expect((await withdraw(buyer, paymentId)).body.state).toBe('confirmed');
    await shop.test.runJobs();
    await shop.hook(id);
    const paidBack = Math.ceil((price * 90) / 120);
    expect(await books(buyer)).toMatchObject({ balance: 0, lots: 0, money: price - paidBack });
  });

  it('restores the earlier balance, even if the refund of the whole price covered used credits', async () => {
    const { buyer, paymentId, id } = await bought({ asked: false });
    await spend(buyer, 50);
    const before = await books(buyer);
    await withdraw(buyer, paymentId);
    await shop.test.runJobs();
    await shop.hook(id);
    const [refund] = await refunds(id);
    await shop.sandbox.call('PUT', `/control/payments/${id}/refunds/${refund?.id}`, { status: 'failed' });
    await shop.hook(id);
    expect(await books(buyer)).toEqual(before);
  });
});

describe('the request to the provider', () => {
  it('is retried until it is answered, and refunds once', async () => {
    const { buyer, paymentId, id } = await bought();
    await withdraw(buyer, paymentId);
    const [row] = await shop.test.sql<{ withdrawal_id: string }>(
      'select withdrawal_id from withdrawals where payment_id = $1',
      [paymentId],
    );
    const job = { member_id: buyer.id, withdrawal_id: row?.withdrawal_id ?? '' };
    for (const mode of ['error500', 'drop', 'html', 'wrong_json']) {
      await shop.fault(mode, { times: 1 });
      await expect(refundWithdrawal(shop.test.context, job)).rejects.toThrow();
    }
    await shop.fault('none');
    for (let run = 0; run < 3; run += 1) await refundWithdrawal(shop.test.context, job);
    expect(await refunds(id)).toHaveLength(1);
    await shop.hook(id);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
  });

  it('is not made for money that a chargeback has since taken', async () => {
    const { buyer, paymentId, id } = await bought();
    await spend(buyer, 20);
    await withdraw(buyer, paymentId);
    await shop.sandbox.call('POST', `/control/payments/${id}/chargeback`, {});
    await shop.hook(id);
    await shop.test.runJobs();
    await shop.hook(id);
    expect(await refunds(id)).toHaveLength(0);
    expect(await books(buyer)).toMatchObject({ balance: -20, money: 0 });
  });

  it('is made after all if the bank undoes an earlier chargeback', async () => {
    const { buyer, paymentId, id } = await bought();
    await withdraw(buyer, paymentId);
    const { context } = shop.test;
    const settleWith = async (undone: boolean): Promise<void> => {
      const seen = await providerNamed(context, 'mollie')?.fetchPayment(id);
      const chargeback = { id: 'chb_won', kind: 'chargeback', minor: price, undone } as const;
      const ids = { memberId: buyer.id, paymentId };
      await context.database.transaction((tx) =>
        settlePayment(context, tx, ids, { ...(seen as ProviderPayment), reversals: [chargeback] }),
      );
    };
    await settleWith(false);
    await shop.test.runJobs();
    expect([await refunds(id), (await books(buyer))?.['money']]).toEqual([[], 0]);
    await settleWith(true);
    await shop.test.runJobs();
    await shop.hook(id);
    expect(await refunds(id)).toHaveLength(1);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
  });

  it.each([
    [['refund', 'withdraw', 'chargeback']],
    [['withdraw', 'refund', 'chargeback']],
    [['withdraw', 'chargeback', 'refund']],
    [['chargeback-part', 'withdraw']],
    [['refund', 'chargeback-part', 'withdraw']],
  ])('never refunds more than was paid: %j', async (steps) => {
    const { buyer, paymentId, id } = await bought();
    await spend(buyer, 35);
    const part = { amount: { currency: 'EUR', value: '4.44' } };
    for (const step of steps) {
      if (step === 'withdraw') await withdraw(buyer, paymentId);
      if (step === 'refund') await shop.sandbox.call('POST', `/control/payments/${id}/refund`, part);
      if (step === 'chargeback') await shop.sandbox.call('POST', `/control/payments/${id}/chargeback`, {});
      if (step === 'chargeback-part') await shop.sandbox.call('POST', `/control/payments/${id}/chargeback`, part);
      await shop.hook(id);
      await shop.test.runJobs();
      await shop.hook(id);
    }
    const [row] = await shop.test.sql<{ back: number; price: number }>(
      'select refunded + charged_back as back, amount + fee as price from payments where payment_id = $1',
      [paymentId],
    );
    expect(row?.back).toBeLessThanOrEqual(row?.price ?? 0);
    const { body } = await shop.sandbox.call('GET', `/v2/payments/${id}`);
    const sent = ['amountRefunded', 'amountChargedBack'].map((name) =>
      Number((body[name] as { value: string } | undefined)?.value ?? 0),
    );
    expect(Math.round(sent.reduce((sum, one) => sum + one, 0) * 100)).toBe(row?.back);
    const state = await books(buyer);
    expect(state?.['balance']).toBe(state?.['entries']);
    expect(state?.['lots']).toBe(Math.max(0, Number(state?.['balance'])));
  });
});

describe('a payment method that cannot be refunded automatically', () => {
  it('is announced as such, and leads to a support task that ends when support has paid', async () => {
    const { buyer, paymentId, id } = await bought({ method: 'wire_transfer' });
    expect((await buyer.call('getWithdrawal', { payment: paymentId })).body.by_hand).toBe(true);
    await withdraw(buyer, paymentId);
    await shop.test.runJobs();
    expect(await refunds(id)).toHaveLength(0);
    expect((await buyer.call('getWithdrawal', { payment: paymentId })).body.state).toBe('by_hand');
    const [text] = await mailsTo(buyer, 'Your withdrawal, order');
    expect(text).toContain('can’t take money back, so we transfer it ourselves');
    expect(text).toContain('Write to support@tealight.example from this address');
    expect(text).not.toContain('by the method you paid with');
    // The acknowledgement has already asked for the account.
    expect(await mailsTo(buyer, 'Where shall we send your money?')).toEqual([]);
    const desk = async (...words: string[]): Promise<string> => {
      const lines: string[] = [];
      await deskWithdrawals(atDesk(shop.test.context), words, (line) => lines.push(line));
      return lines.join('\n');
    };
    const task = (await desk()).split('\n').find((line) => line.includes(buyer.id)) ?? '';
    expect(task).toContain('19.99 EUR  wire_transfer');
    const withdrawalId = task.slice(0, 36);
    expect(await desk('paid', withdrawalId)).toBe(`${withdrawalId} is booked.`);
    expect(await desk('paid', withdrawalId)).toBe(`Nothing waits under ${withdrawalId}.`);
    expect(await desk()).not.toContain(buyer.id);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
    expect((await buyer.call('getWithdrawal', { payment: paymentId })).body.state).toBe('refunded');
    await shop.test.runJobs();
    const notes = await shop.test.sql('select 1 from receipts where payment_id = $1', [paymentId]);
    expect(notes).toHaveLength(2);
  });
});
