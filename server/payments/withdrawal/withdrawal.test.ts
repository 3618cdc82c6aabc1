import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import { runAsStaff } from '../../../tests/support/as-staff.ts';
import { hearEvents } from '../../../tests/support/chat.ts';
import { openShop } from '../../../tests/support/payments.ts';
import { price, type Purchase, purchasesAt } from '../../../tests/support/purchases.ts';
import { jobHandlers } from '../../modules.ts';
import type { JobRun } from '../../platform/jobs/jobs.ts';
import { ProviderFault } from '../provider.ts';
import { providerNamed } from '../providers.ts';
import { withdrawalCommands } from './commands.ts';
import { refundWithdrawal } from './refund-withdrawal.ts';

const shop = await openShop();
// Only the tests post webhooks.
vi.spyOn(shop.test.context.payments, 'webhookOrigin').mockReturnValue('http://127.0.0.1:9');
afterAll(shop.close);

const {
  spend,
  bought,
  withdraw,
  withdrawn,
  paidBack,
  getWithdrawal,
  refunds,
  refuse,
  dispute,
  books,
  mailsTo,
  unbalanced,
} = purchasesAt(shop);
const { context } = shop.test;
const provider = providerNamed(context, 'mollie')!;

afterEach(async () => {
  expect(await unbalanced()).toEqual([]);
});

const getState = async ({ buyer, paymentId }: Purchase) => (await getWithdrawal(buyer, paymentId)).state;
const amounts = async (id: string) => (await refunds(id)).map(({ amount }) => amount.value);
const withdrawalId = async (paymentId: PaymentId) =>
  toId<WithdrawalId>(await shop.value('select withdrawal_id from withdrawals where payment_id = $1', [paymentId]));
const findJob = async ({ buyer, paymentId }: Purchase) => {
  return { member_id: buyer.id, withdrawal_id: await withdrawalId(paymentId) };
};
const runStaff = async (...words: string[]) => (await runAsStaff(withdrawalCommands, context, words)).said.join('\n');
const findTask = async ({ buyer }: Purchase) => (await runStaff()).split('\n').find((line) => line.includes(buyer.id));

describe('a withdrawal (LEG-06, MON-28)', () => {
  it('refunds the unused part to the same payment, rounded up to the cent, and takes its credits once', async () => {
    const { buyer, paymentId, id } = await bought();
    await spend(buyer, 50);
    const amount = Math.ceil((price * 70) / 120);
    const offer = await getWithdrawal(buyer, paymentId);
    expect(offer).toMatchObject({ state: 'open', credits: 120, unused: 70, amount, whole: false, price });
    const { status, body } = await withdraw(buyer, paymentId);
    expect([status, body.state, body.amount, body.unused]).toEqual([200, 'confirmed', amount, 70]);
    // The credits are gone before the provider is asked.
    expect(await books(buyer)).toMatchObject({ balance: 0, lots: 0, entries: 0, money: price });
    await shop.test.runJobs();
    await shop.test.runJobs();
    expect(await amounts(id)).toEqual([(amount / 100).toFixed(2)]);
    await Promise.all(Array.from({ length: 10 }, () => shop.hook(id)));
    expect(await books(buyer)).toMatchObject({ balance: 0, lots: 0, entries: 0, money: price - amount });
    const after = await getWithdrawal(buyer, paymentId);
    expect(after).toMatchObject({ state: 'refunded', amount, unused: 70 });
    expect((await buyer.call('listWithdrawals')).body.withdrawals).toEqual([after]);
    const [entry] = (await buyer.call('listLedger')).body.entries;
    expect(entry).toMatchObject({ cause: 'refund', credits: -70, payment: paymentId });
    expect((await shop.look(buyer, paymentId)).paid_user).toBe(true);
  });

  it('refunds everything without a request to begin at once, and makes no debt of used credits', async () => {
    const made = await bought({ asked: false });
    const { buyer, paymentId, id } = made;
    await spend(buyer, 50);
    const before = await books(buyer);
    expect(await getWithdrawal(buyer, paymentId)).toMatchObject({ amount: price, unused: 70, whole: true });
    await withdrawn(made);
    expect(await amounts(id)).toEqual(['19.99']);
    expect(await books(buyer)).toMatchObject({ balance: 0, lots: 0, entries: 0, money: 0, premium: false });
    // A failed refund restores the earlier balance, even if it covered used credits.
    await refuse(id);
    expect(await books(buyer)).toEqual(before);
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
    await paidBack(id);
    expect(await refunds(id)).toHaveLength(1);
    expect(await books(buyer)).toMatchObject({ balance: 0, lots: 0, entries: 0, money: 0 });
  });

  it('and concurrent spending share the credits, so that none are both refunded and used', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { buyer, paymentId, id } = await bought();
      const spent = Array.from({ length: 5 }, () =>
        spend(buyer, 20).then(
          () => 20,
          () => 0,
        ),
      );
      const [{ body }, ...used] = await Promise.all([withdraw(buyer, paymentId), ...spent]);
      expect(body.unused).toBe(120 - used.reduce((sum, one) => sum + one, 0));
      await paidBack(id);
      const back = Math.ceil((price * body.unused) / 120);
      expect(await books(buyer)).toMatchObject({ balance: 0, lots: 0, money: price - back });
    }
  });

  it('is possible only for the buyer, for a paid order and with unused credits', async () => {
    const made = await bought();
    const { buyer, paymentId } = made;
    expect((await withdraw(await shop.test.member(), paymentId)).body.error).toBe('payment.not-found');
    await spend(buyer, 120);
    expect(await getState(made)).toBe('used_up');
    expect((await withdraw(buyer, paymentId)).body.error).toBe('withdrawal.nothing-left');
    const open = await shop.pending();
    expect((await withdraw(open.buyer, open.paymentId)).body.error).toBe('withdrawal.not-paid');
  });

  it('is possible until the end of the last day of its period (LEG-07)', async () => {
    // The tests of the period itself have holidays, other zones and the clocks' changes.
    for (const [boughtAt, last, over, country, town] of [
      ['2026-11-07T11:00:00Z', '2026-11-23T22:59:58Z', '2026-11-23T23:00:01Z', 'NL', 'nl-haarlem'],
      ['2026-11-09T22:30:00Z', '2026-11-24T21:59:58Z', '2026-11-24T22:00:01Z', 'FI', 'fi-helsinki'],
    ] as const) {
      const made = await bought({ method: 'credit_card', who: { country, town } });
      const { buyer, paymentId } = made;
      await shop.test.sql('update payments set settled_at = $2 where payment_id = $1', [paymentId, boughtAt]);
      shop.test.clock.set(new Date(over));
      await shop.test.sql(`update sessions set expires_at = '2030-01-01', seen_at = $1`, [over]);
      expect(await getState(made), country).toBe('expired');
      expect((await withdraw(buyer, paymentId)).body.error, country).toBe('withdrawal.expired');
      shop.test.clock.set(new Date(last));
      expect((await withdraw(buyer, paymentId)).body.state, country).toBe('confirmed');
      shop.test.clock.set(new Date());
    }
  });
});

describe('the refund of a withdrawal', () => {
  it.each(['failed', 'canceled'])('that is %s returns the credits and is reported by mail', async (status) => {
    const made = await bought();
    const { buyer, paymentId, id } = made;
    await spend(buyer, 30);
    const before = await books(buyer);
    await withdrawn(made);
    await shop.failRefund(id, (await refunds(id))[0]?.id, status);
    await Promise.all(Array.from({ length: 10 }, () => shop.hook(id)));
    await shop.test.runJobs();
    expect(await books(buyer)).toEqual(before);
    expect(await mailsTo(buyer, 'Your refund didn’t get through')).toHaveLength(1);
    expect(await getWithdrawal(buyer, paymentId)).toMatchObject({ state: 'open', failed: true, unused: 90 });
    // Having been declared in time, it stays possible after the period.
    const later = `update payments set settled_at = now() - interval '60 days' where payment_id = $1`;
    await shop.test.sql(later, [paymentId]);
    expect((await withdraw(buyer, paymentId)).body.state).toBe('confirmed');
    await paidBack(id);
    const back = Math.ceil((price * 90) / 120);
    expect(await books(buyer)).toMatchObject({ balance: 0, lots: 0, money: price - back });
  });

  it('is requested until the provider responds, and made once', async () => {
    const made = await bought();
    const { buyer, paymentId, id } = made;
    await withdraw(buyer, paymentId);
    const job = await findJob(made);
    for (const mode of ['error500', 'drop', 'html', 'wrong_json']) {
      await shop.fault(mode, { times: 1 });
      await expect(refundWithdrawal(context, job)).rejects.toThrow();
    }
    await shop.fault('none');
    for (let run = 0; run < 3; run += 1) await refundWithdrawal(context, job);
    expect(await refunds(id)).toHaveLength(1);
    await shop.hook(id);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
  });

  it('is not left to support by a worker whose job another worker has finished meanwhile (FLT-10)', async () => {
    const made = await bought();
    const { buyer, paymentId, id } = made;
    await spend(buyer, 30);
    await withdraw(buyer, paymentId);
    const job = await findJob(made);
    const run = jobHandlers(context)['refund-withdrawal'];
    const take = async (worker: string): Promise<JobRun> => {
      const [row] = await shop.test.sql<JobRun['job']>(
        `update graphile_worker._private_jobs j set locked_by = $1, locked_at = now(), attempts = attempts + 1
           from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'refund-withdrawal' returning j.*`,
        [worker],
      );
      return { job: row! };
    };
    const other = vi.spyOn(provider, 'refundPayment').mockImplementationOnce(async () => {
      await run(job, await take('the second'));
      throw new ProviderFault('refused', 'the payment can no longer be refunded');
    });
    await expect(run(job, await take('the first'))).rejects.toThrow('another worker');
    other.mockRestore();
    await shop.test.sql('delete from graphile_worker._private_jobs where locked_by is not null');
    expect(await refunds(id)).toHaveLength(1);
    await shop.hook(id);
    expect(await getState(made)).toBe('refunded');
    expect(await findTask(made)).toBeUndefined();
  });

  it('becomes a support task if the provider refuses it, and the buyer is asked once for a bank account', async () => {
    const made = await bought();
    const { buyer, paymentId, id } = made;
    await withdraw(buyer, paymentId);
    const refused = vi.spyOn(provider, 'refundPayment');
    refused.mockRejectedValue(new ProviderFault('refused', 'the payment can no longer be refunded'));
    for (let run = 0; run < 3; run += 1) await shop.test.runJobs();
    refused.mockRestore();
    expect(await refunds(id)).toHaveLength(0);
    expect(await getState(made)).toBe('by_hand');
    const mails = await mailsTo(buyer, `Where shall we send your money? Order ${formatOrderNumber(paymentId)}`);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Your withdrawal stands, and we’ll transfer the money ourselves');
    expect(mails[0]).toContain('within 14 days of your withdrawal');
  });

  it.each([
    [['refund', 'withdraw', 'chargeback']],
    [['withdraw', 'refund', 'chargeback']],
    [['withdraw', 'chargeback', 'refund']],
    [['chargeback-part', 'withdraw']],
    [['refund', 'chargeback-part', 'withdraw']],
  ])('never pays back more than was paid: %j', async (steps) => {
    const { buyer, paymentId, id } = await bought();
    await spend(buyer, 35);
    for (const step of steps) {
      if (step === 'withdraw') await withdraw(buyer, paymentId);
      if (step === 'refund') await shop.refund(id, 444);
      if (step === 'chargeback') await shop.chargeBack(id);
      if (step === 'chargeback-part') await shop.chargeBackAndHook(id, 444);
      await paidBack(id);
    }
    const row = await shop.first<{ back: number; price: number }>(
      'select refunded + charged_back as back, amount + fee as price from payments where payment_id = $1',
      [paymentId],
    );
    expect(row?.back).toBeLessThanOrEqual(row?.price ?? 0);
    const { body } = await shop.sandbox.get(id);
    const sent = ['amountRefunded', 'amountChargedBack'].map((name) =>
      Number((body[name] as { value: string } | undefined)?.value ?? 0),
    );
    expect(Math.round(sent.reduce((sum, one) => sum + one, 0) * 100)).toBe(row?.back);
    const state = await books(buyer);
    expect(state?.['balance']).toBe(state?.['entries']);
    expect(state?.['lots']).toBe(Math.max(0, Number(state?.['balance'])));
  });
});

describe('a chargeback that is faster than the refund', () => {
  it('ends the withdrawal if it has returned all of the money, whether or not we know of it yet', async () => {
    for (const isKnown of [true, false]) {
      const made = await bought();
      const { buyer, paymentId, id } = made;
      await spend(buyer, 20);
      await withdraw(buyer, paymentId);
      await shop.chargeBack(id);
      if (isKnown) await shop.hook(id);
      await paidBack(id);
      expect([await refunds(id), await findTask(made), await getState(made)]).toEqual([[], undefined, 'refunded']);
      expect(await books(buyer)).toMatchObject({ balance: -20, money: 0 });
    }
  });

  it('leaves the rest to the refund if it is unknown to us and has returned a part', async () => {
    const made = await bought();
    await withdraw(made.buyer, made.paymentId);
    await shop.chargeBack(made.id, 444);
    await shop.test.runJobs();
    expect(await amounts(made.id)).toEqual(['15.55']);
    expect(await findTask(made)).toBeUndefined();
  });

  it('lets the refund be made after all if the bank undoes it', async () => {
    const { buyer, paymentId, id } = await bought();
    await withdraw(buyer, paymentId);
    await dispute({ buyer, paymentId, id }, false);
    expect([await refunds(id), (await books(buyer))?.['money']]).toEqual([[], 0]);
    await dispute({ buyer, paymentId, id }, true);
    await shop.hook(id);
    expect(await refunds(id)).toHaveLength(1);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
  });

  it('shrinks a support task with a part of the money, and ends it with all of it', async () => {
    const made = await bought({ method: 'wire_transfer' });
    await withdraw(made.buyer, made.paymentId);
    await shop.test.runJobs();
    expect(await findTask(made)).toContain('19.99 EUR');
    await shop.chargeBackAndHook(made.id, 444);
    expect(await findTask(made)).toContain('15.55 EUR');
    await shop.chargeBackAndHook(made.id);
    expect([await findTask(made), await getState(made)]).toEqual([undefined, 'refunded']);
    expect(await books(made.buyer)).toMatchObject({ balance: 0, money: 0 });
  });
});

describe('a payment method that cannot be refunded automatically', () => {
  it('is announced as such, and leads to a support task that ends when support has paid', async () => {
    const made = await bought({ method: 'wire_transfer' });
    const { buyer, paymentId, id } = made;
    expect((await getWithdrawal(buyer, paymentId)).by_hand).toBe(true);
    await withdraw(buyer, paymentId);
    await shop.test.runJobs();
    expect([await refunds(id), await getState(made)]).toEqual([[], 'by_hand']);
    const [text] = await mailsTo(buyer, 'Your withdrawal, order');
    expect(text).toContain('can’t be used for refunds, so we’ll transfer the money ourselves');
    expect(text).toContain('Write to support@tealight.example from this address');
    expect(text).not.toContain('by the method you paid with');
    // The acknowledgement has already asked for the account.
    expect(await mailsTo(buyer, 'Where shall we send your money?')).toEqual([]);
    const task = (await findTask(made)) ?? '';
    expect(task).toContain('19.99 EUR  wire_transfer');
    const number = task.slice(0, 36);
    const heard = hearEvents(shop.test, buyer.id);
    expect(await runStaff('paid', number)).toBe(`${number} is booked.`);
    expect(await runStaff('paid', number)).toBe(`Nothing waits under ${number}.`);
    expect(heard).toEqual([{ type: 'payment', payment: paymentId }]);
    expect([await findTask(made), await getState(made)]).toEqual([undefined, 'refunded']);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
    await shop.test.runJobs();
    expect(await shop.test.sql('select 1 from receipts where payment_id = $1', [paymentId])).toHaveLength(2);
  });

  it('is booked once as refunded if two members of staff close its task at once', async () => {
    const { buyer, paymentId } = await bought({ method: 'wire_transfer' });
    await withdraw(buyer, paymentId);
    await shop.test.runJobs();
    const number = await withdrawalId(paymentId);
    const paid = async (who: string) => (await runAsStaff(withdrawalCommands, context, ['paid', number], who)).exit;
    const other = await context.database.pool.connect();
    await other.query('begin');
    await other.query('select from payments where payment_id = $1 for update', [paymentId]);
    const both = Promise.all([paid('mo'), paid('jo')]);
    const waiting = (): Promise<unknown[]> =>
      shop.test.sql(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%payments%'`,
      );
    await expect.poll(waiting).toHaveLength(2);
    await other.query('commit');
    other.release();
    expect((await both).sort()).toEqual([0, 1]);
    expect(await books(buyer)).toMatchObject({ money: 0 });
    const refunded = 'select refunded from payments where payment_id = $1';
    expect(await shop.first(refunded, [paymentId])).toEqual({ refunded: price });
  });
});
