import { afterAll, describe, expect, it } from 'vitest';

import { collected, nextAccount } from '../../tests/support/direct-debit.ts';
import { openShop } from '../../tests/support/payments.ts';
import type { TestClient } from '../../tests/support/test-app.ts';
import { withdrawalCommands } from '../payments/withdrawal/commands.ts';
import { purchasesAt } from '../../tests/support/purchases.ts';
import { asStaff } from '../../tests/support/as-staff.ts';

const shop = await openShop();
afterAll(shop.close);

const { spendAll, refunds, books, mailsTo, unbalanced } = purchasesAt(shop);

type Placed = Pick<Awaited<ReturnType<typeof shop.pending>>, 'buyer' | 'paymentId' | 'id'>;

/** Places an open order of a member whose credits are all spent. */
async function placed(given?: TestClient, code = 'TIMEBONUS25', paymentmethod = 'visa') {
  const buyer = given ?? (await shop.newcomer());
  await spendAll(buyer);
  return shop.pending(buyer, { paymentmethod, discount_code: code });
}

const settle = ({ id }: Placed, status: string, more: object = {}) => shop.settle(id, status, more);
const getState = async ({ buyer, paymentId }: Placed) => {
  const { payment, paid_user: isPremium, account_wanted: isAccountWanted } = await shop.look(buyer, paymentId);
  const { status, offer_used: offerUsed, refunded } = payment;
  return { status, offerUsed, refunded, isPremium, isAccountWanted };
};

const countUses = (code: string) => shop.value<number>('select uses from discount_codes where code = $1', [code]);

describe('a single-use offer paid with a card that is typed on the pay page (MON-22)', () => {
  it.each(['TIMEBONUS25', 'a code'])(
    'goes to one of three accounts that pay with the same card at once: %s',
    async (offer) => {
      const code = offer === 'a code' ? await shop.addCode({ uses_max: 5 }) : offer;
      const card = offer === 'a code' ? 'mastercard' : 'visa';
      const all: Placed[] = [];
      for (let count = 0; count < 3; count += 1) all.push(await placed(undefined, code));
      await Promise.all(all.map(({ id }) => shop.control(id, { status: 'paid', card })));
      await Promise.all(all.flatMap(({ id }) => Array.from({ length: 4 }, () => shop.hook(id))));
      await shop.test.runJobs();
      await Promise.all(all.map(({ id }) => shop.hook(id)));
      const states = await Promise.all(all.map(getState));
      expect(states.filter(({ status }) => status === 'completed')).toHaveLength(1);
      const price = offer === 'a code' ? 1_799 : 1_499;
      for (const [index, state] of states.entries()) {
        const one = all[index]!;
        if (state.status === 'completed') {
          expect(state).toMatchObject({ offerUsed: false, refunded: 0, isPremium: true });
          expect(await books(one.buyer)).toMatchObject({ balance: 120, lots: 120, entries: 120, money: price });
          expect(await refunds(one.id)).toEqual([]);
        } else {
          expect(state).toMatchObject({ status: 'failed', offerUsed: true, refunded: price, isPremium: false });
          expect(await books(one.buyer)).toMatchObject({ balance: 0, lots: 0, entries: 0, money: 0 });
          expect((await refunds(one.id)).map(({ amount }) => amount.value)).toEqual([(price / 100).toFixed(2)]);
          const [text] = await mailsTo(one.buyer, 'We’re refunding your payment, order');
          expect(text).toContain(`€${(price / 100).toFixed(2)}`);
          expect(await mailsTo(one.buyer, 'Your order')).toEqual([]);
          expect((await one.buyer.call('listWithdrawals')).body.withdrawals).toEqual([]);
        }
      }
      if (offer === 'a code') expect(await countUses(code)).toBe(1);
      expect(await unbalanced()).toEqual([]);
    },
  );

  it('goes to each of two accounts that pay with their own cards', async () => {
    for (const card of ['new-one', 'new-two']) {
      const one = await placed();
      await settle(one, 'paid', { card });
      expect(await getState(one)).toMatchObject({ status: 'completed', offerUsed: false });
    }
  });

  it('becomes a support task and gives no credits if the provider cannot refund the second payment', async () => {
    const code = await shop.addCode();
    const [first, second] = [await placed(undefined, code), await placed(undefined, code)];
    await settle(first, 'paid', { card: 'visa' });
    await settle(second, 'paid', { card: 'visa' });
    await shop.test.runJobs();
    const [refund] = await refunds(second.id);
    await shop.sandbox.call('PUT', `/control/payments/${second.id}/refunds/${refund?.id}`, { status: 'failed' });
    for (let times = 0; times < 3; times += 1) await shop.hook(second.id);
    expect(await books(second.buyer)).toMatchObject({ balance: 0, lots: 0 });
    expect(await getState(second)).toMatchObject({ status: 'failed', isPremium: false });
    const task = 'select withdrawal_id as id from withdrawal_tasks where member_id = $1';
    const tasks = await shop.test.sql<{ id: string }>(task, [second.buyer.id]);
    expect(tasks).toHaveLength(1);
    await shop.test.runJobs();
    const [text] = await mailsTo(second.buyer, 'Where shall we send your money?');
    expect(text).toContain('IBAN');
    expect(text).not.toContain('withdrawal');
    expect((await getState(second)).isAccountWanted).toBe(true);
    await withdrawalCommands(asStaff(shop.test.context), ['paid', tasks[0]!.id], () => undefined);
    await shop.hook(second.id);
    expect((await getState(second)).isAccountWanted).toBe(false);
    expect(await books(second.buyer)).toMatchObject({ balance: 0, lots: 0, entries: 0, money: 0 });
    expect(await shop.test.sql(task, [second.buyer.id])).toEqual([]);
    expect(await unbalanced()).toEqual([]);
  });
});

describe('a single-use offer paid from a bank account that is known only after the payment (MON-22)', () => {
  const fromAccount = ({ id }: { id: string }, account?: string) =>
    shop.settle(id, 'paid', { ...(account && { account }) });

  it('goes to one of two accounts that pay from the same bank account by different methods', async () => {
    const account = nextAccount();
    const first = await placed(undefined, undefined, 'ideal');
    const belgian = await shop.newcomer({ country: 'BE', town: 'be-aalst' });
    const second = await placed(belgian, undefined, 'bancontact');
    await fromAccount(first, account);
    await fromAccount(second, account.toLowerCase().replaceAll(/(.{4})/g, '$1 '));
    await shop.test.runJobs();
    expect(await getState(first)).toMatchObject({ status: 'completed', offerUsed: false });
    expect(await getState(second)).toMatchObject({ status: 'failed', offerUsed: true, isPremium: false });
    expect((await refunds(second.id)).length).toBe(1);
    expect(await books(second.buyer)).toMatchObject({ balance: 0, lots: 0 });
    expect(await unbalanced()).toEqual([]);
  });

  it('goes to each of two accounts that pay from their own bank accounts', async () => {
    for (const account of [undefined, undefined]) {
      const one = await placed(undefined, undefined, 'ideal');
      await fromAccount(one, account);
      expect(await getState(one)).toMatchObject({ status: 'completed', offerUsed: false });
    }
  });

  it('is also used up by a direct debit from the same bank account', async () => {
    const account = nextAccount();
    const debtor = await shop.newcomer();
    const named = { iban: account, discount_code: 'TIMEBONUS25' };
    const { paymentId, providerPayment } = await collected(shop, named, debtor);
    await fromAccount({ id: providerPayment });
    const payment = { buyer: debtor, paymentId, id: providerPayment };
    expect(await getState(payment)).toMatchObject({ status: 'completed', offerUsed: false });
    const other = await placed(undefined, undefined, 'ideal');
    await fromAccount(other, account);
    expect(await getState(other)).toMatchObject({ status: 'failed', offerUsed: true });
  });
});

describe('an order that failed and is paid late', () => {
  it('gets its credits and discount unless another order has used the discount since', async () => {
    const one = await placed();
    await settle(one, 'failed');
    await settle(one, 'paid');
    expect(await getState(one)).toMatchObject({ status: 'completed', offerUsed: false });
    expect((await shop.order(one.buyer)).body.payment.amount).toBe(1_999);
  });

  it('is refunded if another order has used the discount since', async () => {
    const late = await placed();
    await settle(late, 'failed');
    const next = await placed(late.buyer);
    await settle(next, 'paid');
    await settle(late, 'paid');
    await shop.test.runJobs();
    await shop.hook(late.id);
    expect(await getState(next)).toMatchObject({ status: 'completed', isPremium: true });
    expect(await getState(late)).toMatchObject({ status: 'failed', offerUsed: true, refunded: 1_499 });
    expect(await books(late.buyer)).toMatchObject({ balance: 120, lots: 120, entries: 120, money: 1_499 });
  });

  it('asks for a bank account if the payment method cannot receive refunds', async () => {
    const late = await placed(undefined, 'TIMEBONUS25', 'wire_transfer');
    await settle(late, 'failed');
    await settle(await placed(late.buyer), 'paid');
    await settle(late, 'paid');
    expect((await getState(late)).isAccountWanted).toBe(true);
    await shop.test.runJobs();
    expect((await getState(late)).isAccountWanted).toBe(true);
    const [text] = await mailsTo(late.buyer, 'We’re refunding your payment, order');
    expect(text).toContain('IBAN');
    expect(text).not.toContain('withdrawal');
  });

  it('takes another use of a code that has several, but never more than one member may have', async () => {
    const code = await shop.addCode({ member_uses_max: 2, uses_max: 3 });
    const buyer = await shop.newcomer();
    const late = [await placed(buyer, code), await placed(buyer, code)];
    for (const one of late) await settle(one, 'failed');
    const next = await placed(buyer, code);
    await settle(next, 'paid');
    // Ending the code changes nothing for existing orders.
    await shop.test.sql('update discount_codes set ended_at = now() where code = $1', [code]);
    for (const one of late) await settle(one, 'paid');
    const states = await Promise.all([next, ...late].map(getState));
    expect(states.map(({ status }) => status)).toEqual(['completed', 'completed', 'failed']);
    expect(await countUses(code)).toBe(2);
    const numbers = await shop.test.sql(
      'select number from discount_claims where member_id = $1 and released_at is null order by number',
      [buyer.id],
    );
    expect(numbers).toEqual([{ number: 1 }, { number: 2 }]);
  });

  it('does not exceed the total uses of a code', async () => {
    const code = await shop.addCode({ uses_max: 1 });
    const late = await placed(undefined, code);
    await settle(late, 'failed');
    const next = await placed(undefined, code);
    await settle(next, 'paid');
    await settle(late, 'paid');
    expect((await getState(next)).status).toBe('completed');
    expect(await getState(late)).toMatchObject({ status: 'failed', offerUsed: true });
    expect(await countUses(code)).toBe(1);
  });
});
