import { randomUUID } from 'node:crypto';

import { afterAll, describe, expect, it } from 'vitest';

import { chargeMember } from '../../../tests/support/charge.ts';
import { giveCredits } from '../../../tests/support/chat.ts';
import { openShop } from '../../../tests/support/payments.ts';
import { price, purchasesAt } from '../../../tests/support/purchases.ts';
import { returnCredits } from '../../credits/wallets.ts';
import { returnMessagesToGone } from '../../chat/returns/return-unread.ts';

const shop = await openShop();
afterAll(shop.close);

const { spend, forgetRequest, bought, withdraw, withdrawn, paidBack, refuse, books } = purchasesAt(shop);

it('an order that does not begin at once is refused, so that used credits are not refunded (MON-28)', async () => {
  const { buyer, paymentId } = await bought();
  await spend(buyer, 60);
  const offer = (await buyer.call('getWithdrawal', { payment: paymentId })).body;
  expect(offer).toMatchObject({ whole: false, unused: 60, amount: Math.ceil(price / 2) });
  expect(await shop.order(buyer, {}, { begin_at_once: false })).toMatchObject({
    status: 422,
    body: { error: 'input.invalid', fields: { begin_at_once: 'field.invalid' } },
  });
  const account = { iban: 'NL91ABNA0417164300', phone: '0612345678', holder: 'Robin Haan' };
  const debit = { bundle: 'medium', ...account, begin_at_once: false };
  const begun = await buyer.call('startDirectDebit', { ...debit, idempotency_key: randomUUID() } as never);
  expect(begun).toMatchObject({ status: 422, body: { fields: { begin_at_once: 'field.invalid' } } });
});

describe('credits that are returned after a withdrawal', () => {
  async function written(asked = true) {
    const { buyer, paymentId, id } = await bought({ asked });
    const gone = await shop.test.member({ gender: 'male' });
    const sent = await buyer.call('sendMessage', { profile: gone.id, text: 'Hello', idempotency_key: randomUUID() });
    await withdrawn({ buyer, paymentId, id });
    await shop.test.sql(`update members set status = 'deleted' where member_id = $1`, [gone.id]);
    await Promise.all([returnMessagesToGone(shop.test.context), returnMessagesToGone(shop.test.context)]);
    return { buyer, id, cost: 120 - sent.body.credits };
  }

  it('do not go to the member if the whole price was refunded', async () => {
    const { buyer } = await written(false);
    expect(await books(buyer)).toMatchObject({ balance: 0, lots: 0, entries: 0, money: 0 });
  });

  it('go to the member if only unused credits were refunded, or if the refund fails', async () => {
    const paid = await written();
    expect(paid.cost).toBeGreaterThan(0);
    expect(await books(paid.buyer)).toMatchObject({ balance: paid.cost, lots: paid.cost, entries: paid.cost });
    const { buyer, id } = await written(false);
    await refuse(id);
    expect(await books(buyer)).toMatchObject({ balance: 120, lots: 120, entries: 120, money: price });
  });
});

it('another refund takes used credits once the refund of the withdrawal fails', async () => {
  const { buyer, paymentId, id } = await bought({ asked: false });
  await spend(buyer, 120);
  await withdraw(buyer, paymentId);
  await shop.refundAndHook(id, 500);
  await paidBack(id);
  expect(await books(buyer)).toMatchObject({ balance: 0, money: 0 });
  await refuse(id, '14.99');
  // Five euros pay for thirty credits.
  expect(await books(buyer)).toMatchObject({ balance: -30, lots: 0, entries: -30, money: price - 500 });
});

describe('credits that are returned after a refund took others in their place', () => {
  it.each([
    ['asked to begin at once', true],
    ['never asked to begin', false],
  ])('stay with a buyer who %s, since no more are taken than were bought', async (_who, asked) => {
    const { buyer, paymentId, id } = await bought({ asked });
    const spent = { memberId: buyer.id, cause: 'message', causeId: randomUUID() } as const;
    await chargeMember(shop.test.context, { ...spent, amount: 120, otherId: buyer.id });
    await giveCredits(shop.test, buyer.id, 30);
    await shop.refundAndHook(id, 500);
    expect(await books(buyer)).toMatchObject({ balance: 0, lots: 0, money: price - 500 });
    const { database, clock } = shop.test.context;
    await database.transaction((tx) => returnCredits(tx, { ...spent, now: clock.now() }));
    expect((await withdraw(buyer, paymentId)).body).toMatchObject({ amount: price - 500, unused: 90 });
    await paidBack(id);
    // Only the gift of 30 is left: all 120 bought credits are paid back.
    expect(await books(buyer)).toMatchObject({ balance: 30, lots: 30, entries: 30, money: 0 });
    await refuse(id, '14.99');
    expect(await books(buyer)).toMatchObject({ balance: 120, lots: 120, entries: 120, money: price - 500 });
  });
});

describe('credits that paid for a chargeback', () => {
  it.each(['before', 'after'])(
    'are owed again if their price is refunded, when bought %s the chargeback',
    async (moment) => {
      const { buyer, id: charged } = await bought();
      await spend(buyer, 120);
      if (moment === 'after') await shop.chargeBackAndHook(charged);
      const { payment_id: paymentId } = (await shop.order(buyer)).body.payment;
      await forgetRequest(paymentId);
      const id = await shop.providerId(paymentId);
      await shop.settle(id);
      if (moment === 'before') await shop.chargeBackAndHook(charged);
      expect(await books(buyer)).toMatchObject({ balance: 0, money: price });
      expect((await withdraw(buyer, paymentId)).body.amount).toBe(price);
      await paidBack(id);
      expect(await books(buyer)).toMatchObject({ balance: -120, lots: 0, entries: -120, money: 0 });
      await refuse(id);
      expect(await books(buyer)).toMatchObject({ balance: 0, lots: 0, money: price });
    },
  );
});

it('a purchase that was charged back counts as refunded, not as used up', async () => {
  const { buyer, paymentId, id } = await bought();
  await shop.chargeBackAndHook(id);
  const { body } = await buyer.call('getWithdrawal', { payment: paymentId });
  expect([body.state, body.amount, body.declared_at]).toEqual(['refunded', 0, null]);
});
