import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Shop, openShop } from '../../tests/support/payments.ts';
import { dayMs } from '../platform/clock.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function ordered(language = 'en') {
  const buyer = await shop.test.member();
  await buyer.call('updateUser', { language });
  const order = await shop.order(buyer, { paymentmethod: 'wire_transfer' });
  const { payment_id: paymentId } = order.body.payment;
  const own = async () => (await buyer.call('getPayment', { id: paymentId })).body.payment;
  return { buyer, paymentId, own, id: await shop.providerId(paymentId) };
}

/** Moves the clocks of the provider and of the server. */
async function pass(days: number): Promise<void> {
  await shop.sandbox.call('PUT', '/control/clock', { days });
  shop.test.clock.move(days * dayMs);
}

describe('a wire transfer', () => {
  it.each(['en', 'pl'])('is shown and emailed with its bank account and reference: %s', async (language) => {
    const { buyer, own } = await ordered(language);
    const { transfer, status } = await own();
    expect(status).toBe('pending');
    expect(transfer).toMatchObject({ iban: 'NL53ABNA0627535577', bic: 'ABNANL2A', holder: 'Sandbox Payments' });
    await shop.test.runJobs();
    await shop.test.runJobs();
    const [member] = await shop.test.sql<{ email: string }>('select email from members where member_id = $1', [
      buyer.id,
    ]);
    const mails = (await shop.test.outbox()).filter(
      (mail) => mail.to === member?.email && mail.text.includes(transfer?.reference ?? '-'),
    );
    expect(mails).toHaveLength(1);
    for (const part of ['NL53ABNA0627535577', 'ABNANL2A', 'Sandbox Payments', '14'])
      expect(mails[0]?.text).toContain(part);
  });

  it.each([
    [false, 8],
    [true, 9],
  ])('is emailed without limit only if the email address is confirmed: %s (ABU)', async (confirmed, mailed) => {
    const email = `${randomUUID()}@example.org`;
    const buyer = await shop.test.member({ email, confirmed });
    await shop.test.runJobs();
    await shop.test.sql('delete from attempts');
    for (let order = 0; order < 9; order += 1) {
      const { body } = await shop.order(buyer, { paymentmethod: 'wire_transfer' });
      const { payment } = (await buyer.call('getPayment', { id: body.payment.payment_id })).body;
      expect(payment.transfer?.iban).toBe('NL53ABNA0627535577');
    }
    await shop.test.runJobs();
    const mails = (await shop.test.outbox()).filter(({ to, text }) => to === email && text.includes('NL53ABNA'));
    expect(mails).toHaveLength(mailed);
  });

  it('is pending for days, and completes when it is paid on day 3', async () => {
    const { own, id } = await ordered();
    await pass(3);
    await reconcilePayments(shop.test.context);
    expect((await own()).status).toBe('pending');
    await shop.control(id, { status: 'paid' });
    await shop.hook(id);
    expect((await own()).status).toBe('completed');
  });

  it('fails after 14 days, but completes without a webhook if it is paid within a day after that', async () => {
    const { paymentId, id } = await ordered();
    await shop.control(id, {});
    await pass(14);
    await reconcilePayments(shop.test.context);
    expect(await shop.books(paymentId)).toMatchObject({ status: 'failed', entries: 0 });
    await shop.control(id, { status: 'paid' });
    shop.test.clock.move(dayMs / 2);
    await reconcilePayments(shop.test.context);
    expect(await shop.books(paymentId)).toMatchObject({ status: 'completed', entries: 1 });
  });
});
