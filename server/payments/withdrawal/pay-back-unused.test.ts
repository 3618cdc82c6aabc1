import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';

import { openShop } from '../../../tests/support/payments.ts';
import { type Purchase, price, purchasesAt } from '../../../tests/support/purchases.ts';
import { comingVersion } from '../../../tests/support/terms.ts';
import { testPassword } from '../../../tests/support/test-app.ts';
import { cancelDeletion } from '../../accounts/deletion/deletions.ts';
import { endInactive } from '../../accounts/deletion/end-inactive.ts';
import { termsVersions } from '../../accounts/terms/terms-versions.data.ts';
import { payBackUnused } from './pay-back-unused.ts';

const shop = await openShop();
// Only the tests post webhooks.
vi.spyOn(shop.test.context.payments, 'webhookOrigin').mockReturnValue('http://127.0.0.1:9');
afterAll(shop.close);

const { spend, bought, withdrawn, paidBack, refunds, refuse, books, mailsTo, unbalanced } = purchasesAt(shop);
const { context } = shop.test;
const coming = comingVersion('2099-01-01T00:00:00.000Z', '2024-01-01T00:00:00.000Z', 'material');
context.terms = [...termsVersions, coming];

afterEach(async () => {
  expect(await unbalanced()).toEqual([]);
});

const answer = ({ buyer }: Pick<Purchase, 'buyer'>, agrees: boolean) =>
  buyer.call('answerTerms', { applies_at: coming.appliesAt, agrees });
const leave = ({ buyer }: Pick<Purchase, 'buyer'>) => buyer.call('deleteAccount', { password: testPassword });
const listAmounts = async (id: string) => (await refunds(id)).map(({ amount }) => amount.value);
const formatEuros = (cents: number) => (cents / 100).toFixed(2);
const listStates = async ({ buyer }: Purchase) =>
  (
    await shop.test.sql<{ state: string }>('select state from withdrawals where member_id = $1 order by confirmed_at', [
      buyer.id,
    ])
  ).map(({ state }) => state);
const unusedPart = (unused: number) => Math.ceil((price * unused) / 120);
const forgetPeriod = ({ paymentId }: Purchase) =>
  shop.test.sql(`update payments set settled_at = now() - interval '60 days' where payment_id = $1`, [paymentId]);

describe('leaving after a no to changed terms (LEG-16)', () => {
  it('pays back the unused part of each purchase once, also after the period, and takes its credits', async () => {
    const made = await bought();
    const { buyer, id } = made;
    await spend(buyer, 50);
    await forgetPeriod(made);
    const second = await shop.pending(buyer);
    await shop.settle(second.id);
    await shop.test.runJobs();
    await answer(made, false);
    expect((await buyer.call('getPayBack')).body).toEqual({
      credits: 190,
      refused: true,
      by_hand: false,
      sums: [{ currency: 'EUR', amount: unusedPart(70) + price }],
    });
    const email = await shop.getEmail(buyer);
    expect((await leave(made)).status).toBe(200);
    await paidBack(id);
    await paidBack(second.id);
    expect([await listAmounts(id), await listAmounts(second.id)]).toEqual([
      [formatEuros(unusedPart(70))],
      [formatEuros(price)],
    ]);
    expect(await books(buyer)).toMatchObject({ balance: 0, lots: 0, entries: 0, money: price - unusedPart(70) });
    expect(await listStates(made)).toEqual(['refunded', 'refunded']);
    const mails = (await shop.test.outbox()).filter(({ to, text }) => to === email && text.includes('new terms'));
    expect(mails).toHaveLength(2);
  });

  it('pays nothing back to members who agreed, did not answer, or used everything', async () => {
    const [agreed, silent, used] = [await bought(), await bought(), await bought()];
    await answer(agreed, false);
    expect((await answer(agreed, true)).status).toBe(200);
    await spend(used.buyer, 120);
    await answer(used, false);
    for (const made of [agreed, silent, used]) {
      await leave(made);
      await paidBack(made.id);
      expect([await refunds(made.id), await listStates(made)]).toEqual([[], []]);
    }
  });

  it('does not pay back welcome credits or a purchase that was withdrawn from', async () => {
    const made = await bought();
    await withdrawn(made);
    const fresh = { buyer: await shop.test.member() };
    for (const one of [made, fresh]) {
      await answer(one, false);
      expect((await one.buyer.call('getPayBack')).body).toEqual({
        credits: 0,
        refused: true,
        by_hand: false,
        sums: [],
      });
      await leave(one);
    }
    await paidBack(made.id);
    expect(await refunds(made.id)).toHaveLength(1);
  });

  it('happens once, however often and however simultaneously the job runs, and wherever it is interrupted', async () => {
    const made = await bought();
    const { buyer, id } = made;
    await spend(buyer, 30);
    await answer(made, false);
    await leave(made);
    const job = { member_id: buyer.id };
    const killed = vi.spyOn(context.jobs, 'add').mockRejectedValueOnce(new Error('killed'));
    await expect(payBackUnused(context, job)).rejects.toThrow('killed');
    killed.mockRestore();
    expect(await books(buyer)).toMatchObject({ balance: 90, lots: 90 });
    await Promise.all(Array.from({ length: 8 }, () => payBackUnused(context, job)));
    for (let run = 0; run < 3; run += 1) await paidBack(id);
    expect(await listAmounts(id)).toEqual([formatEuros(unusedPart(90))]);
    expect(await books(buyer)).toMatchObject({ balance: 0, lots: 0, entries: 0, money: price - unusedPart(90) });
  });

  it('shares the credits with concurrent spending, so that none are both paid back and used', async () => {
    for (let round = 0; round < 4; round += 1) {
      const made = await bought();
      const { buyer, id } = made;
      await answer(made, false);
      await leave(made);
      const spent = Array.from({ length: 5 }, () =>
        spend(buyer, 20).then(
          () => 20,
          () => 0,
        ),
      );
      const [, ...used] = await Promise.all([payBackUnused(context, { member_id: buyer.id }), ...spent]);
      await paidBack(id);
      const left = 120 - used.reduce((sum, one) => sum + one, 0);
      expect(await books(buyer)).toMatchObject({ balance: 0, lots: 0, money: price - unusedPart(left) });
    }
  });

  it('still owes a refund that fails, and leaves it to support', async () => {
    const made = await bought();
    const { buyer, id } = made;
    await answer(made, false);
    await leave(made);
    await paidBack(id);
    await refuse(id);
    await shop.test.runJobs();
    expect(await listStates(made)).toEqual(['by_hand']);
    expect(await books(buyer)).toMatchObject({ balance: 0, lots: 0, money: price });
    expect(await mailsTo(buyer, 'Where shall we send your money?')).toHaveLength(1);
    expect(await mailsTo(buyer, 'Your refund didn’t get through')).toHaveLength(0);
  });

  it('takes no credits from a member who has come back before the job runs', async () => {
    const made = await bought();
    const { buyer, id } = made;
    await answer(made, false);
    await leave(made);
    await context.database.transaction((tx) => cancelDeletion(tx, buyer.id));
    await paidBack(id);
    expect(await refunds(id)).toEqual([]);
    expect(await books(buyer)).toMatchObject({ balance: 120, lots: 120, money: price });
  });

  it('still owes the refund of an earlier withdrawal that fails after the member left', async () => {
    const made = await bought();
    await withdrawn(made);
    await answer(made, false);
    await leave(made);
    await shop.test.runJobs();
    await refuse(made.id);
    await shop.test.runJobs();
    expect(await listStates(made)).toEqual(['by_hand']);
    expect(await books(made.buyer)).toMatchObject({ balance: 0, lots: 0, money: price });
  });

  it('pays back after a no to an earlier change, while a later one still waits for an answer', async () => {
    const made = await bought();
    const earlier = comingVersion('2024-03-01T00:00:00.000Z', '2024-01-01T00:00:00.000Z', 'material');
    context.terms = [...termsVersions, earlier];
    await made.buyer.call('answerTerms', { applies_at: earlier.appliesAt, agrees: false });
    context.terms = [...termsVersions, earlier, coming];
    expect((await made.buyer.call('getUser')).body.user).toMatchObject({
      terms_asked: coming.appliesAt,
      terms_declined: false,
    });
    expect((await made.buyer.call('getPayBack')).body).toMatchObject({ refused: true });
    await leave(made);
    await paidBack(made.id);
    context.terms = [...termsVersions, coming];
    expect(await listAmounts(made.id)).toEqual([formatEuros(price)]);
  });

  it('pays back as well if the account ends because nobody used it', async () => {
    const made = await bought();
    expect((await made.buyer.call('getPayBack')).body).toMatchObject({ refused: false });
    await answer(made, false);
    await shop.test.sql(
      `with unused as (update profiles set last_active_at = now() - interval '26 months' where member_id = $1)
       insert into inactivity_warnings (member_id, warned_at) values ($1, now() - interval '40 days')`,
      [made.buyer.id],
    );
    await endInactive(context);
    await paidBack(made.id);
    expect(await listAmounts(made.id)).toEqual([formatEuros(price)]);
  });

  it('pays back at once an order that is paid after the member left', async () => {
    const { buyer, id } = await shop.pending();
    await answer({ buyer }, false);
    await leave({ buyer });
    await shop.settle(id);
    await paidBack(id);
    expect(await listAmounts(id)).toEqual([formatEuros(price)]);
    expect(await books(buyer)).toMatchObject({ money: 0 });
  });
});

it('an order keeps the version of the terms that bound its buyer', async () => {
  const made = await bought();
  const version = async ({ paymentId }: Purchase) =>
    shop.value<string>('select terms_version from payments where payment_id = $1', [paymentId]);
  expect(await version(made)).toBe(termsVersions[0]?.appliesAt);
  const begun = comingVersion('2024-03-01T00:00:00.000Z', '2024-01-01T00:00:00.000Z', 'material');
  context.terms = [...termsVersions, begun];
  // The member accepted the first version, and the second one applies to new members.
  expect((await made.buyer.call('getUser')).body.user).toMatchObject({
    terms_own: termsVersions[0]?.appliesAt,
    terms_asked: begun.appliesAt,
  });
  const old = await shop.pending(made.buyer);
  expect(await version(old)).toBe(termsVersions[0]?.appliesAt);
  await made.buyer.call('answerTerms', { applies_at: begun.appliesAt, agrees: true });
  await shop.settle(old.id);
  expect(await version(await shop.pending(made.buyer))).toBe(begun.appliesAt);
});
