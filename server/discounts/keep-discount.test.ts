import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { collected, nextAccount } from '../../tests/support/direct-debit.ts';
import { type Shop, openShop } from '../../tests/support/payments.ts';
import type { TestClient } from '../../tests/support/test-app.ts';
import { deskWithdrawals } from '../payments/withdrawal/desk-withdrawals.ts';
import { withdrawalsAt } from '../../tests/support/withdrawals.ts';
import { atDesk } from '../../tests/support/at-desk.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const { spend, refunds, books, mailsTo, unbalanced } = withdrawalsAt(() => shop);

interface Placed {
  buyer: TestClient;
  paymentId: string;
  id: string;
}

/** An open order of a member whose credits are all spent. */
async function placed(buyer: TestClient, code = 'TIMEBONUS25', paymentmethod = 'visa'): Promise<Placed> {
  const before = (await buyer.call('listBundles')).body.credits ?? 0;
  if (before > 0) await spend(buyer, before);
  const { status, body } = await shop.order(buyer, { paymentmethod, discount_code: code });
  expect(status).toBe(200);
  const paymentId = body.payment.payment_id;
  return { buyer, paymentId, id: await shop.providerId(paymentId) };
}

async function settle({ id }: Placed, status: string, card?: string): Promise<void> {
  await shop.control(id, { status, ...(card && { card }) });
  await shop.hook(id);
}

const stateOf = async ({ buyer, paymentId }: Placed) => {
  const { payment, paid_user: isPremium } = (await buyer.call('getPayment', { id: paymentId })).body;
  return { status: payment.status, offerUsed: payment.offer_used, refunded: payment.refunded, isPremium };
};

const isAccountWanted = async ({ buyer, paymentId }: Placed) =>
  (await buyer.call('getPayment', { id: paymentId })).body.account_wanted;

async function addCode(columns: Record<string, unknown> = {}): Promise<string> {
  const code = `ONCE-${randomUUID().slice(0, 8).toUpperCase()}`;
  const row = { code, scope: 'default', percentage: 10, valid_from: new Date(0), created_at: new Date(0), ...columns };
  const names = Object.keys(row);
  await shop.test.sql(
    `insert into discount_codes (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
  return code;
}

const usesOf = async (code: string) => {
  const [row] = await shop.test.sql<{ uses: number }>('select uses from discount_codes where code = $1', [code]);
  return row?.uses;
};

describe('a single-use offer paid with a card that is typed on the pay page (MON-22)', () => {
  it.each(['TIMEBONUS25', 'a code'])(
    'goes to one of three accounts that pay with the same card at once: %s',
    async (offer) => {
      const code = offer === 'a code' ? await addCode({ uses_max: 5 }) : offer;
      const card = offer === 'a code' ? 'mastercard' : 'visa';
      const all: Placed[] = [];
      for (let count = 0; count < 3; count += 1) all.push(await placed(await shop.newcomer(), code));
      await Promise.all(all.map(({ id }) => shop.control(id, { status: 'paid', card })));
      await Promise.all(all.flatMap(({ id }) => Array.from({ length: 4 }, () => shop.hook(id))));
      await shop.test.runJobs();
      await Promise.all(all.map(({ id }) => shop.hook(id)));
      const states = await Promise.all(all.map(stateOf));
      expect(states.filter(({ status }) => status === 'completed')).toHaveLength(1);
      const price = offer === 'a code' ? 1_799 : 1_499;
      for (const [index, state] of states.entries()) {
        const one = all[index]!;
        if (state.status === 'completed') {
          expect(state).toMatchObject({ offerUsed: false, refunded: 0, isPremium: true });
          expect(await books(one.buyer)).toEqual({ balance: 120, lots: 120, entries: 120, money: price });
          expect(await refunds(one.id)).toEqual([]);
        } else {
          expect(state).toEqual({ status: 'failed', offerUsed: true, refunded: price, isPremium: false });
          expect(await books(one.buyer)).toEqual({ balance: 0, lots: 0, entries: 0, money: 0 });
          expect((await refunds(one.id)).map(({ amount }) => amount.value)).toEqual([(price / 100).toFixed(2)]);
          const [text] = await mailsTo(one.buyer, 'We’re refunding your payment, order');
          expect(text).toContain(`€${(price / 100).toFixed(2)}`);
          expect(await mailsTo(one.buyer, 'Your order')).toEqual([]);
          expect((await one.buyer.call('listWithdrawals')).body.withdrawals).toEqual([]);
        }
      }
      if (offer === 'a code') expect(await usesOf(code)).toBe(1);
      expect(await unbalanced()).toEqual([]);
    },
  );

  it('goes to each of two accounts that pay with their own cards', async () => {
    for (const card of ['new-one', 'new-two']) {
      const one = await placed(await shop.newcomer());
      await settle(one, 'paid', card);
      expect(await stateOf(one)).toMatchObject({ status: 'completed', offerUsed: false });
    }
  });

  it('becomes a support task and gives no credits if the provider cannot refund the second payment', async () => {
    const code = await addCode();
    const [first, second] = [await placed(await shop.newcomer(), code), await placed(await shop.newcomer(), code)];
    await settle(first, 'paid', 'visa');
    await settle(second, 'paid', 'visa');
    await shop.test.runJobs();
    const [refund] = await refunds(second.id);
    await shop.sandbox.call('PUT', `/control/payments/${second.id}/refunds/${refund?.id}`, { status: 'failed' });
    for (let times = 0; times < 3; times += 1) await shop.hook(second.id);
    expect(await books(second.buyer)).toMatchObject({ balance: 0, lots: 0 });
    expect(await stateOf(second)).toMatchObject({ status: 'failed', isPremium: false });
    const tasks = await shop.test.sql<{ id: string }>(
      'select withdrawal_id as id from withdrawal_tasks where member_id = $1',
      [second.buyer.id],
    );
    expect(tasks).toHaveLength(1);
    await shop.test.runJobs();
    const [text] = await mailsTo(second.buyer, 'Where shall we send your money?');
    expect(text).toContain('IBAN');
    expect(text).not.toContain('withdrawal');
    expect(await isAccountWanted(second)).toBe(true);
    await deskWithdrawals(atDesk(shop.test.context), ['paid', tasks[0]!.id], () => undefined);
    await shop.hook(second.id);
    expect(await isAccountWanted(second)).toBe(false);
    expect(await books(second.buyer)).toEqual({ balance: 0, lots: 0, entries: 0, money: 0 });
    expect(await shop.test.sql('select 1 from withdrawal_tasks where member_id = $1', [second.buyer.id])).toEqual([]);
    expect(await unbalanced()).toEqual([]);
  });
});

describe('a single-use offer paid from a bank account that is known only after the payment (MON-22)', () => {
  const fromAccount = async ({ id }: { id: string }, account?: string) => {
    await shop.control(id, { status: 'paid', ...(account && { account }) });
    await shop.hook(id);
  };

  it('goes to one of two accounts that pay from the same bank account by different methods', async () => {
    const account = nextAccount();
    const all = [];
    for (const method of ['ideal', 'bancontact'])
      all.push(
        await placed(
          await shop.newcomer(method === 'ideal' ? {} : { country: 'BE', town: 'be-aalst' }),
          undefined,
          method,
        ),
      );
    const [first, second] = all as [Placed, Placed];
    await fromAccount(first, account);
    await fromAccount(second, account.toLowerCase().replaceAll(/(.{4})/g, '$1 '));
    await shop.test.runJobs();
    expect(await stateOf(first)).toMatchObject({ status: 'completed', offerUsed: false });
    expect(await stateOf(second)).toMatchObject({ status: 'failed', offerUsed: true, isPremium: false });
    expect((await refunds(second.id)).length).toBe(1);
    expect(await books(second.buyer)).toMatchObject({ balance: 0, lots: 0 });
    expect(await unbalanced()).toEqual([]);
  });

  it('goes to each of two accounts that pay from their own bank accounts', async () => {
    for (const account of [undefined, undefined]) {
      const one = await placed(await shop.newcomer(), undefined, 'ideal');
      await fromAccount(one, account);
      expect(await stateOf(one)).toMatchObject({ status: 'completed', offerUsed: false });
    }
  });

  it('is also used up by a direct debit from the same bank account', async () => {
    const account = nextAccount();
    const debtor = await shop.newcomer();
    const { paymentId, providerPayment } = await collected(
      shop,
      { iban: account, discount_code: 'TIMEBONUS25' },
      debtor,
    );
    await fromAccount({ id: providerPayment });
    const payment = { buyer: debtor, paymentId, id: providerPayment };
    expect(await stateOf(payment)).toMatchObject({ status: 'completed', offerUsed: false });
    const other = await placed(await shop.newcomer(), undefined, 'ideal');
    await fromAccount(other, account);
    expect(await stateOf(other)).toMatchObject({ status: 'failed', offerUsed: true });
  });
});

describe('an order that failed and is paid late', () => {
  it('gets its credits and discount unless another order has used the discount since', async () => {
    const one = await placed(await shop.newcomer());
    await settle(one, 'failed');
    await settle(one, 'paid');
    expect(await stateOf(one)).toMatchObject({ status: 'completed', offerUsed: false });
    expect((await shop.order(one.buyer)).body.payment.amount).toBe(1_999);
  });

  it('is refunded if another order has used the discount since', async () => {
    const late = await placed(await shop.newcomer());
    await settle(late, 'failed');
    const next = await placed(late.buyer);
    await settle(next, 'paid');
    await settle(late, 'paid');
    await shop.test.runJobs();
    await shop.hook(late.id);
    expect(await stateOf(next)).toMatchObject({ status: 'completed', isPremium: true });
    expect(await stateOf(late)).toMatchObject({ status: 'failed', offerUsed: true, refunded: 1_499 });
    expect(await books(late.buyer)).toEqual({ balance: 120, lots: 120, entries: 120, money: 1_499 });
  });

  it('asks for a bank account if the payment method cannot receive refunds', async () => {
    const late = await placed(await shop.newcomer(), 'TIMEBONUS25', 'wire_transfer');
    await settle(late, 'failed');
    await settle(await placed(late.buyer), 'paid');
    await settle(late, 'paid');
    expect(await isAccountWanted(late)).toBe(true);
    await shop.test.runJobs();
    expect(await isAccountWanted(late)).toBe(true);
    const [text] = await mailsTo(late.buyer, 'We’re refunding your payment, order');
    expect(text).toContain('IBAN');
    expect(text).not.toContain('withdrawal');
  });

  it('takes another use of a code that has several, but never more than one member may have', async () => {
    const code = await addCode({ member_uses_max: 2, uses_max: 3 });
    const buyer = await shop.newcomer();
    const late = [await placed(buyer, code), await placed(buyer, code)];
    for (const one of late) await settle(one, 'failed');
    const next = await placed(buyer, code);
    await settle(next, 'paid');
    // Ending the code changes nothing for existing orders.
    await shop.test.sql('update discount_codes set ended_at = now() where code = $1', [code]);
    for (const one of late) await settle(one, 'paid');
    const states = await Promise.all([next, ...late].map(stateOf));
    expect(states.map(({ status }) => status)).toEqual(['completed', 'completed', 'failed']);
    expect(await usesOf(code)).toBe(2);
    const numbers = await shop.test.sql(
      'select number from discount_claims where member_id = $1 and released_at is null order by number',
      [buyer.id],
    );
    expect(numbers).toEqual([{ number: 1 }, { number: 2 }]);
  });

  it('does not exceed the total uses of a code', async () => {
    const code = await addCode({ uses_max: 1 });
    const late = await placed(await shop.newcomer(), code);
    await settle(late, 'failed');
    const next = await placed(await shop.newcomer(), code);
    await settle(next, 'paid');
    await settle(late, 'paid');
    expect((await stateOf(next)).status).toBe('completed');
    expect(await stateOf(late)).toMatchObject({ status: 'failed', offerUsed: true });
    expect(await usesOf(code)).toBe(1);
  });
});
