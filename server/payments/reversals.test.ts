import { afterAll, describe, expect, it, vi } from 'vitest';

import { start } from '../../tests/support/direct-debit.ts';
import { openShop } from '../../tests/support/payments.ts';
import { credits, price, purchasesAt } from '../../tests/support/purchases.ts';
import type { TestClient } from '../../tests/support/test-app.ts';
import { returnCredits } from '../credits/wallets.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { computeCreditsToTakeBack } from './rules.ts';
import type { ProviderPayment } from './provider.ts';
import { providerNamed } from './providers.ts';
import { settlePayment } from './settle-payment.ts';

const shop = await openShop();
afterAll(shop.close);
const { context } = shop.test;

const { bought, spend, books, faults } = purchasesAt(shop);
const returnGift = ({ id: memberId }: TestClient, causeId: string) =>
  context.database.transaction((tx) =>
    returnCredits(tx, { memberId, cause: 'gift', causeId, now: shop.test.clock.now() }),
  );
const nothing = { balance: 0, entries: 0, lots: 0, money: 0, zero: 0, premium: false };

describe('a chargeback', () => {
  it('takes back all credits of its bundle, leaves a debt for spent ones, and ends premium (MON-18, AZN-10)', async () => {
    const { buyer, paymentId, id } = await bought();
    await spend(buyer, 40);
    await shop.chargeBackAndHook(id);
    expect(await books(buyer)).toEqual({ ...nothing, balance: -40, entries: -40 });
    expect(await shop.look(buyer, paymentId)).toMatchObject({
      paid_user: false,
      credits: -40,
      payment: { status: 'completed', reversed: price },
    });
    const [entry] = (await buyer.call('listLedger')).body.entries;
    expect(entry).toMatchObject({ cause: 'chargeback', credits: -credits, balance: -40, payment: paymentId });
  });

  it('takes credits from its own bundle, even if spending would take an older bundle first', async () => {
    const { buyer, paymentId, id } = await bought();
    const second = await shop.paid(buyer, { bundle: 'small' });
    await shop.chargeBackAndHook(second.id);
    // Spending would take the older lot first.
    expect([(await shop.books(second.paymentId))?.lots, (await shop.books(paymentId))?.lots]).toEqual([0, credits]);
    await spend(buyer, 100);
    await shop.chargeBackAndHook(id);
    expect(await books(buyer)).toMatchObject({ balance: -100, lots: 0, premium: false });
  });

  it('takes missing credits from another bundle, and keeps the premium of that purchase', async () => {
    const { buyer, id } = await bought();
    await spend(buyer, 100);
    const second = await shop.paid(buyer, { bundle: 'small' });
    await shop.chargeBackAndHook(id);
    const owed = credits - 20 - second.payment.credits;
    expect(await books(buyer)).toMatchObject({ balance: -owed, lots: 0, premium: true });
  });

  it('leaves a debt that a returned charge pays off without opening a lot', async () => {
    const { buyer, id } = await bought();
    await spend(buyer, 40, 'mistake');
    await shop.chargeBackAndHook(id);
    await returnGift(buyer, 'mistake');
    expect(await books(buyer)).toMatchObject({ balance: 0, entries: 0, lots: 0 });
  });

  it('keeps premium for a member who buys again at the same moment (MON-27)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { buyer, id } = await bought();
      const secondId = await shop.providerId((await shop.order(buyer)).body.payment.payment_id);
      await shop.control(secondId, { status: 'paid' });
      await shop.chargeBack(id);
      await Promise.all([shop.hook(id), shop.hook(secondId)]);
      expect(await books(buyer)).toMatchObject({ balance: credits, lots: credits, money: price, premium: true });
    }
  });

  it('disables direct debit while its debt is open', async () => {
    const { buyer, id } = await bought();
    await spend(buyer, 40);
    expect((await buyer.call('listBundles')).body.paymentmethods).toContain('sepa_direct_debit');
    await shop.chargeBackAndHook(id);
    expect((await buyer.call('listBundles')).body.paymentmethods).not.toContain('sepa_direct_debit');
    expect((await start(buyer)).body).toMatchObject({ error: 'debit.account-blocked' });
    expect((await shop.order(buyer)).status).toBe(200);
  });
});

describe('a refund', () => {
  it('takes back its credits once, however often it is reported (MON-19)', async () => {
    const { buyer, paymentId, id } = await bought();
    await shop.refund(id, 500);
    await Promise.all(Array.from({ length: 20 }, () => shop.hook(id)));
    const left = credits - computeCreditsToTakeBack({ amount: price, fee: 0, credits }, 500);
    const rest = { balance: left, entries: left, lots: left };
    expect(await books(buyer)).toEqual({ ...rest, money: price - 500, zero: 0, premium: true });
    expect((await shop.look(buyer, paymentId)).payment.reversed).toBe(500);
  });

  it.each([['refund'], ['chargeback']])(
    'together with a chargeback never takes more than the price, %s first (MON-19)',
    async (first) => {
      const { buyer, id } = await bought();
      const alarm = vi.spyOn(shop.test.context.log, 'error');
      if (first === 'refund') await shop.refund(id, 500);
      else await shop.chargeBackAndHook(id, 1_000);
      await shop.chargeBackAndHook(id, price);
      await shop.hook(id);
      const alarms = alarm.mock.calls.map(([facts]) => facts);
      alarm.mockRestore();
      expect(await books(buyer)).toEqual(nothing);
      expect(alarms).toContainEqual(expect.objectContaining({ event: 'payment-reversed-twice' }));
    },
  );

  it('and a chargeback of the same money are booked as a loss until one of them is undone', async () => {
    const { buyer, paymentId, id } = await bought();
    const readLoss = () =>
      shop.first(
        `select lost, (select coalesce(-sum(amount), 0)::int from money_postings m where m.payment_id = p.payment_id and account = 'losses') as booked,
                (select count(*)::int from receipts r where r.payment_id = p.payment_id) as receipts
           from payments p where payment_id = $1`,
        [paymentId],
      );
    const differences = async () => (await faults()).filter((line) => line.includes(id) || line.includes(paymentId));
    await shop.refundAndHook(id, price);
    const { body: chargeback } = await shop.chargeBack(id, price);
    await Promise.all([shop.hook(id), shop.hook(id)]);
    await shop.test.runJobs();
    expect(await readLoss()).toEqual({ lost: price, booked: price, receipts: 2 });
    expect(await books(buyer)).toEqual(nothing);
    expect(await differences()).toEqual([]);
    await expect(shop.test.sql('update payments set lost = 0 where payment_id = $1', [paymentId])).rejects.toThrow(
      'only by an entry',
    );
    await shop.sandbox.call('POST', `/control/payments/${id}/chargebacks/${chargeback['id']}/reverse`, {});
    await shop.hook(id);
    await shop.test.runJobs();
    expect(await readLoss()).toEqual({ lost: 0, booked: 0, receipts: 2 });
    expect(await differences()).toEqual([]);
  }, 120_000);

  it('that fails beside a chargeback is replaced by the chargeback, and the loss shrinks', async () => {
    const { buyer, paymentId, id } = await bought();
    await shop.refund(id, 400);
    const { body: second } = await shop.refund(id, 300);
    await shop.chargeBackAndHook(id, price);
    const booked = () =>
      shop.test.sql('select refunded, charged_back, lost from payments where payment_id = $1', [paymentId]);
    expect(await booked()).toEqual([{ refunded: 700, charged_back: price - 700, lost: 700 }]);
    await shop.failRefund(id, second.id);
    await shop.hook(id);
    expect(await booked()).toEqual([{ refunded: 400, charged_back: price - 400, lost: 400 }]);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0, zero: 0, premium: false });
  });

  it('made before the payment was settled leaves only the remaining credits', async () => {
    const { buyer, id } = await shop.pending();
    const before = (await buyer.call('listBundles')).body.credits ?? 0;
    await shop.control(id, { status: 'paid' });
    await shop.refundAndHook(id, 500);
    const left = credits - computeCreditsToTakeBack({ amount: price, fee: 0, credits }, 500);
    expect(await books(buyer)).toMatchObject({ balance: before + left, money: price - 500, premium: true });
  });

  it('that no webhook reported is found by the reconciler', async () => {
    const { buyer, id } = await bought();
    await shop.refund(id, price);
    shop.test.clock.move(3_600_000);
    await reconcilePayments(shop.test.context);
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0, premium: false });
  });
});

describe('the money journal', () => {
  it('is append-only, and refuses a second payment, too high a refund or a negative amount', async () => {
    const { paymentId } = await bought();
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

describe('a reversal that the provider undoes', () => {
  type Purchase = Awaited<ReturnType<typeof bought>>;
  const settle = ({ buyer, paymentId }: Purchase, seen: ProviderPayment) =>
    context.database.transaction((tx) => settlePayment(context, tx, { memberId: buyer.id, paymentId }, seen));

  /** Settles a response with a full chargeback beside the reversals that the provider knows; returns it. */
  async function chargedBackThen(made: Purchase, { undone }: { undone: boolean }) {
    const known = await providerNamed(context, 'mollie')!.fetchPayment(made.id);
    const chargeback = { id: 'chb_1', kind: 'chargeback', minor: price, undone, key: null } as const;
    const seen = { ...known!, reversals: [...(known!.reversals ?? []), chargeback] };
    await settle(made, seen);
    return seen;
  }

  it.each(['failed', 'canceled'])('is booked back once if it is a %s refund', async (status) => {
    const { buyer, paymentId, id } = await bought();
    await spend(buyer, 30);
    const before = await books(buyer);
    const refund = await shop.refundAndHook(id, 500);
    expect(await books(buyer)).toMatchObject({ money: price - 500 });
    await shop.failRefund(id, refund.id, status);
    await Promise.all(Array.from({ length: 10 }, () => shop.hook(id)));
    expect(await books(buyer)).toEqual(before);
    expect((await shop.look(buyer, paymentId)).payment.reversed).toBe(0);
    const causes = (await buyer.call('listLedger')).body.entries.map(({ cause }) => cause);
    expect(causes.slice(0, 2)).toEqual(['refund_undone', 'refund']);
    // A later refund of the same amount is a separate one.
    await shop.refundAndHook(id, 500);
    expect(await books(buyer)).toMatchObject({ money: price - 500 });
  });

  it('restores credits and premium and ends the debt if a dispute is won (MON-18, MON-27)', async () => {
    const made = await bought();
    const { buyer } = made;
    await spend(buyer, 40);
    const before = await books(buyer);
    const chargeback = await chargedBackThen(made, { undone: false });
    expect(await books(buyer)).toMatchObject({ balance: -40, premium: false });
    await chargedBackThen(made, { undone: true });
    expect(await books(buyer)).toEqual(before);
    // A response that predates the bank's decision arrives last.
    await settle(made, chargeback);
    expect(await books(buyer)).toEqual(before);
  });

  it('leaves an earlier refund in place if only a chargeback is undone', async () => {
    const made = await bought();
    const { buyer, id } = made;
    await shop.refundAndHook(id, 500);
    const refundedOnly = await books(buyer);
    await chargedBackThen(made, { undone: false });
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0, premium: false });
    await chargedBackThen(made, { undone: true });
    expect(await books(buyer)).toEqual(refundedOnly);
  });

  it('returns credits to the lots that they were taken from, after paying off a debt', async () => {
    const made = await bought();
    const { buyer, paymentId } = made;
    const second = await shop.paid(buyer, { bundle: 'small' });
    await spend(buyer, 100);
    const lots = () => Promise.all([paymentId, second.paymentId].map(async (one) => (await shop.books(one))?.lots));
    const before = await lots();
    await chargedBackThen(made, { undone: false });
    expect(await lots()).toEqual([0, 0]);
    await chargedBackThen(made, { undone: true });
    expect(await lots()).toEqual(before);
  });

  it('leaves room for a charge that is returned later', async () => {
    const made = await bought();
    const { buyer } = made;
    await spend(buyer, 120, 'all of it');
    await chargedBackThen(made, { undone: false });
    await shop.paid(buyer, { bundle: 'small' });
    await chargedBackThen(made, { undone: true });
    await returnGift(buyer, 'all of it');
    expect(await books(buyer)).toMatchObject({ balance: 170, entries: 170, lots: 170 });
  });

  it('its state is taken from the provider’s own data, not from what a webhook claims', async () => {
    const { buyer, id } = await bought();
    const before = await books(buyer);
    await shop.hook(id, '&event=charge.dispute.funds_withdrawn&status=lost&amountChargedBack=19.99');
    expect(await books(buyer)).toEqual(before);
    await shop.chargeBack(id);
    await shop.hook(id, '&event=charge.dispute.funds_reinstated&status=won');
    expect(await books(buyer)).toMatchObject({ balance: 0, premium: false });
  });

  it('cannot be changed, deleted or put back into force', async () => {
    const made = await bought();
    await chargedBackThen(made, { undone: true });
    for (const change of [
      'update reversals set undone = false',
      'update reversals set amount = 1',
      'delete from reversals',
    ])
      await expect(shop.test.sql(`${change} where payment_id = $1`, [made.paymentId])).rejects.toMatchObject({
        code: '23000',
      });
  });
});
