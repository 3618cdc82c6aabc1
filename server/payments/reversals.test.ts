import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { start } from '../../tests/support/direct-debit.ts';
import { type Shop, openShop } from '../../tests/support/payments.ts';
import { credits, price, reversalsAt } from '../../tests/support/reversals.ts';
import { returnCredits } from '../credits/return-credits.ts';
import { providerNamed } from './providers.ts';
import { reconcileBooks } from '../books/reconcile.ts';
import { verifyBooks } from '../books/verify.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { creditsBack } from './rules.ts';
import { settlePayment } from './settle-payment.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const { paid, buyAgain, spend, giveBack, chargeBack, books } = reversalsAt(() => shop);

describe('a chargeback', () => {
  it('takes back all credits of its bundle, leaves a debt for spent ones, and ends premium (MON-18, AZN-10)', async () => {
    const { buyer, paymentId, id } = await paid();
    await spend(buyer, 40);
    await chargeBack(id);
    await shop.hook(id);
    expect(await books(buyer)).toEqual({ balance: -40, entries: -40, lots: 0, money: 0, zero: 0, premium: false });
    const { body } = await buyer.call('getPayment', { id: paymentId });
    expect(body).toMatchObject({ paid_user: false, credits: -40, payment: { status: 'completed', reversed: price } });
    const [entry] = (await buyer.call('listLedger')).body.entries;
    expect(entry).toMatchObject({ cause: 'chargeback', credits: -credits, balance: -40, payment: paymentId });
  });

  it('takes credits from its own bundle, even if spending would take an older bundle first', async () => {
    const { buyer, paymentId, id } = await paid();
    const second = await buyAgain(buyer);
    await chargeBack(second.id);
    await shop.hook(second.id);
    // Spending would take the older lot first.
    expect([(await shop.books(second.paymentId))?.lots, (await shop.books(paymentId))?.lots]).toEqual([0, credits]);
    await spend(buyer, 100);
    await chargeBack(id);
    await shop.hook(id);
    expect(await books(buyer)).toMatchObject({ balance: -100, lots: 0, premium: false });
  });

  it('takes missing credits from another bundle, and keeps the premium of that purchase', async () => {
    const { buyer, id } = await paid();
    await spend(buyer, 100);
    const second = await buyAgain(buyer);
    await chargeBack(id);
    await shop.hook(id);
    const owed = credits - 20 - second.credits;
    expect(await books(buyer)).toMatchObject({ balance: -owed, lots: 0, premium: true });
  });

  it('leaves a debt that a returned charge pays off without opening a lot', async () => {
    const { buyer, id } = await paid();
    await spend(buyer, 40, 'mistake');
    await chargeBack(id);
    await shop.hook(id);
    await shop.test.context.database.transaction((tx) =>
      returnCredits(tx, { memberId: buyer.id, cause: 'gift', causeId: 'mistake', now: shop.test.clock.now() }),
    );
    expect(await books(buyer)).toMatchObject({ balance: 0, entries: 0, lots: 0 });
  });

  it('keeps premium for a member who buys again at the same moment (MON-27)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { buyer, id } = await paid();
      const secondId = await shop.providerId((await shop.order(buyer)).body.payment.payment_id);
      await shop.control(secondId, { status: 'paid' });
      await chargeBack(id);
      await Promise.all([shop.hook(id), shop.hook(secondId)]);
      expect(await books(buyer)).toMatchObject({ balance: credits, lots: credits, money: price, premium: true });
    }
  });

  it('disables direct debit while its debt is open', async () => {
    const { buyer, id } = await paid();
    await spend(buyer, 40);
    expect((await buyer.call('listBundles')).body.paymentmethods).toContain('sepa_direct_debit');
    await chargeBack(id);
    await shop.hook(id);
    expect((await buyer.call('listBundles')).body.paymentmethods).not.toContain('sepa_direct_debit');
    expect((await start(buyer)).body).toMatchObject({ error: 'debit.account-blocked' });
    expect((await shop.order(buyer)).status).toBe(200);
  });
});

describe('a refund', () => {
  it('takes back its credits once, however often it is reported (MON-19)', async () => {
    const { buyer, paymentId, id } = await paid();
    await giveBack(id, 500);
    await Promise.all(Array.from({ length: 20 }, () => shop.hook(id)));
    const left = credits - creditsBack({ amount: price, fee: 0, credits }, 500);
    expect(await books(buyer)).toEqual({
      balance: left,
      entries: left,
      lots: left,
      money: price - 500,
      zero: 0,
      premium: true,
    });
    expect((await buyer.call('getPayment', { id: paymentId })).body.payment.reversed).toBe(500);
  });

  it.each([['refund'], ['chargeback']])(
    'together with a chargeback never takes more than the price, %s first (MON-19)',
    async (first) => {
      const { buyer, id } = await paid();
      const alarm = vi.spyOn(shop.test.context.log, 'error');
      if (first === 'refund') await giveBack(id, 500);
      else await chargeBack(id, 1_000);
      await shop.hook(id);
      await chargeBack(id, price);
      await shop.hook(id);
      await shop.hook(id);
      const alarms = alarm.mock.calls.map(([facts]) => facts);
      alarm.mockRestore();
      expect(await books(buyer)).toEqual({ balance: 0, entries: 0, lots: 0, money: 0, zero: 0, premium: false });
      expect(alarms).toContainEqual(expect.objectContaining({ event: 'payment-reversed-twice' }));
    },
  );

  it('and a chargeback of the same money are booked as a loss until one of them is undone', async () => {
    const { buyer, paymentId, id } = await paid();
    const lossOf = async () =>
      (
        await shop.test.sql<{ lost: number; booked: number; receipts: number }>(
          `select lost, (select coalesce(-sum(amount), 0)::int from money_postings m where m.payment_id = p.payment_id and account = 'losses') as booked,
                  (select count(*)::int from receipts r where r.payment_id = p.payment_id) as receipts
             from payments p where payment_id = $1`,
          [paymentId],
        )
      )[0];
    const differences = async () => {
      const lines: string[] = [];
      const say = (line: string) => void lines.push(line);
      await verifyBooks(shop.test.context.database, say, () => undefined);
      await reconcileBooks(shop.test.context, { provider: 'mollie', from: new Date(0) }, say, () => undefined);
      return lines.filter((line) => line.includes(id) || line.includes(paymentId));
    };
    await giveBack(id, price);
    await shop.hook(id);
    const { body: chargeback } = await chargeBack(id, price);
    await Promise.all([shop.hook(id), shop.hook(id)]);
    await shop.test.runJobs();
    expect(await lossOf()).toEqual({ lost: price, booked: price, receipts: 2 });
    expect(await books(buyer)).toEqual({ balance: 0, entries: 0, lots: 0, money: 0, zero: 0, premium: false });
    expect(await differences()).toEqual([]);
    await expect(shop.test.sql('update payments set lost = 0 where payment_id = $1', [paymentId])).rejects.toThrow(
      'only by an entry',
    );
    await shop.sandbox.call('POST', `/control/payments/${id}/chargebacks/${chargeback['id']}/reverse`, {});
    await shop.hook(id);
    await shop.test.runJobs();
    expect(await lossOf()).toEqual({ lost: 0, booked: 0, receipts: 2 });
    expect(await differences()).toEqual([]);
  }, 120_000);

  it('that fails beside a chargeback is replaced by the chargeback, and the loss shrinks', async () => {
    const { buyer, paymentId, id } = await paid();
    await giveBack(id, 400);
    const { body: second } = await giveBack(id, 300);
    await chargeBack(id, price);
    await shop.hook(id);
    const booked = () =>
      shop.test.sql('select refunded, charged_back, lost from payments where payment_id = $1', [paymentId]);
    expect(await booked()).toEqual([{ refunded: 700, charged_back: price - 700, lost: 700 }]);
    await shop.sandbox.call('PUT', `/control/payments/${id}/refunds/${second['id']}`, { status: 'failed' });
    await shop.hook(id);
    expect(await booked()).toEqual([{ refunded: 400, charged_back: price - 400, lost: 400 }]);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0, zero: 0, premium: false });
  });

  it('made before the payment was settled leaves only the remaining credits', async () => {
    const { buyer, id } = await shop.pending();
    const before = (await buyer.call('listBundles')).body.credits ?? 0;
    await shop.control(id, { status: 'paid' });
    await giveBack(id, 500);
    await shop.hook(id);
    const left = credits - creditsBack({ amount: price, fee: 0, credits }, 500);
    expect(await books(buyer)).toMatchObject({ balance: before + left, money: price - 500, premium: true });
  });

  it('that no webhook reported is found by the reconciler', async () => {
    const { buyer, id } = await paid();
    await giveBack(id, price);
    shop.test.clock.move(3_600_000);
    await reconcilePayments(shop.test.context);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0, premium: false });
  });

  it('is not undone by an older answer of the provider', async () => {
    const { buyer, paymentId, id } = await paid();
    const { context } = shop.test;
    const older = await providerNamed(context, 'mollie')!.fetchPayment(id);
    await giveBack(id, 500);
    await shop.hook(id);
    const now = await books(buyer);
    await context.database.transaction((tx) => settlePayment(context, tx, { memberId: buyer.id, paymentId }, older!));
    expect(await books(buyer)).toEqual(now);
  });
});

describe('the money journal', () => {
  it('is append-only, and refuses a second payment, too high a refund or a negative amount', async () => {
    const { paymentId } = await paid();
    const refused = (text: string) => expect(shop.test.sql(text, [paymentId])).rejects.toMatchObject({ code: '23000' });
    await refused('update money_entries set amount = 1 where payment_id = $1');
    await refused('delete from money_entries where payment_id = $1');
    await refused('update payments set refunded = 1 where payment_id = $1');
    const entry = (amount: number, cause: string) =>
      shop.test.sql(
        `insert into money_entries (member_id, payment_id, number, from_account, to_account, amount, currency, cause, created_at)
         select member_id, payment_id, 0, case $3 when 'payment' then 'buyer' else 'sales' end,
                case $3 when 'payment' then 'sales' else 'buyer' end, $2, 'EUR', $3, now() from payments where payment_id = $1`,
        [paymentId, amount, cause],
      );
    await expect(entry(price, 'payment')).rejects.toMatchObject({ constraint: 'money_entries_paid_once' });
    await expect(entry(price + 1, 'refund')).rejects.toMatchObject({ constraint: 'payments_reversed' });
    await expect(entry(-1, 'refund')).rejects.toMatchObject({ code: '23514' });
  });
});
