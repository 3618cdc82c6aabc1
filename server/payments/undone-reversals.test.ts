import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Shop, openShop } from '../../tests/support/payments.ts';
import { price, reversalsAt } from '../../tests/support/reversals.ts';
import type { TestClient } from '../../tests/support/test-app.ts';
import { returnCredits } from '../credits/return-credits.ts';
import type { ProviderPayment } from './provider.ts';
import { providerNamed } from './providers.ts';
import { settlePayment } from './settle-payment.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const { paid, buyAgain, spend, giveBack, chargeBack, books } = reversalsAt(() => shop);

describe('a reversal that the provider undoes', () => {
  /** Must be the same before and after a refund or chargeback is undone. */
  async function settled(buyer: TestClient, id: string) {
    await shop.hook(id);
    return books(buyer);
  }

  it.each(['failed', 'canceled'])('is booked back once if it is a %s refund', async (status) => {
    const { buyer, paymentId, id } = await paid();
    await spend(buyer, 30);
    const before = await settled(buyer, id);
    const { body: refund } = await giveBack(id, 500);
    expect(await settled(buyer, id)).toMatchObject({ money: price - 500 });
    await shop.sandbox.call('PUT', `/control/payments/${id}/refunds/${refund['id']}`, { status });
    await Promise.all(Array.from({ length: 10 }, () => shop.hook(id)));
    expect(await books(buyer)).toEqual(before);
    expect((await buyer.call('getPayment', { id: paymentId })).body.payment.reversed).toBe(0);
    const causes = (await buyer.call('listLedger')).body.entries.map(({ cause }) => cause);
    expect(causes.slice(0, 2)).toEqual(['refund_undone', 'refund']);
    // A later refund of the same amount is a separate one.
    await giveBack(id, 500);
    expect(await settled(buyer, id)).toMatchObject({ money: price - 500 });
  });

  it('restores credits and premium and ends the debt if a dispute is won (MON-18, MON-27)', async () => {
    const { buyer, paymentId, id } = await paid();
    await spend(buyer, 40);
    const before = await books(buyer);
    const chargeback = await chargedBackThen(buyer, paymentId, id, { undone: false });
    expect(await books(buyer)).toMatchObject({ balance: -40, premium: false });
    await chargedBackThen(buyer, paymentId, id, { undone: true });
    expect(await books(buyer)).toEqual(before);
    // An answer that predates the bank's decision arrives last.
    await settle(buyer, paymentId, chargeback);
    expect(await books(buyer)).toEqual(before);
  });

  it('leaves an earlier refund in place if only a chargeback is undone', async () => {
    const { buyer, paymentId, id } = await paid();
    await giveBack(id, 500);
    await shop.hook(id);
    const refundedOnly = await books(buyer);
    await chargedBackThen(buyer, paymentId, id, { undone: false });
    expect(await books(buyer)).toMatchObject({ balance: 0, money: 0, premium: false });
    await chargedBackThen(buyer, paymentId, id, { undone: true });
    expect(await books(buyer)).toEqual(refundedOnly);
  });

  it('returns credits to the lots that they were taken from, after paying off a debt', async () => {
    const { buyer, paymentId, id } = await paid();
    const second = await buyAgain(buyer);
    await spend(buyer, 100);
    const lots = () => Promise.all([paymentId, second.paymentId].map(async (one) => (await shop.books(one))?.lots));
    const before = await lots();
    await chargedBackThen(buyer, paymentId, id, { undone: false });
    expect(await lots()).toEqual([0, 0]);
    await chargedBackThen(buyer, paymentId, id, { undone: true });
    expect(await lots()).toEqual(before);
  });

  it('leaves room for a charge that is returned later', async () => {
    const { buyer, paymentId, id } = await paid();
    await spend(buyer, 120, 'all of it');
    await chargedBackThen(buyer, paymentId, id, { undone: false });
    await buyAgain(buyer);
    await chargedBackThen(buyer, paymentId, id, { undone: true });
    await shop.test.context.database.transaction((tx) =>
      returnCredits(tx, { memberId: buyer.id, cause: 'gift', causeId: 'all of it', now: shop.test.clock.now() }),
    );
    expect(await books(buyer)).toMatchObject({ balance: 170, entries: 170, lots: 170 });
  });

  it('is taken from the provider’s own data, not from what a webhook claims', async () => {
    const { buyer, id } = await paid();
    const before = await books(buyer);
    await shop.hook(id, '&event=charge.dispute.funds_withdrawn&status=lost&amountChargedBack=19.99');
    expect(await books(buyer)).toEqual(before);
    await chargeBack(id);
    await shop.hook(id, '&event=charge.dispute.funds_reinstated&status=won');
    expect(await books(buyer)).toMatchObject({ balance: 0, premium: false });
  });

  it('cannot be changed, deleted or put back into force', async () => {
    const { buyer, paymentId, id } = await paid();
    await chargedBackThen(buyer, paymentId, id, { undone: true });
    const refused = (text: string) => expect(shop.test.sql(text, [paymentId])).rejects.toMatchObject({ code: '23000' });
    await refused('update reversals set undone = false where payment_id = $1');
    await refused('update reversals set amount = 1 where payment_id = $1');
    await refused('delete from reversals where payment_id = $1');
  });

  async function settle(buyer: TestClient, paymentId: string, seen: ProviderPayment): Promise<void> {
    const { context } = shop.test;
    await context.database.transaction((tx) => settlePayment(context, tx, { memberId: buyer.id, paymentId }, seen));
  }

  /** Settles an answer with a full chargeback beside the reversals that the provider knows; returns the answer. */
  async function chargedBackThen(buyer: TestClient, paymentId: string, id: string, { undone }: { undone: boolean }) {
    const known = await providerNamed(shop.test.context, 'mollie')!.fetchPayment(id);
    const chargeback = { id: 'chb_1', kind: 'chargeback', minor: price, undone } as const;
    const seen = { ...known!, reversals: [...(known!.reversals ?? []), chargeback] };
    await settle(buyer, paymentId, seen);
    return seen;
  }
});
