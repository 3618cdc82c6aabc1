import { randomUUID } from 'node:crypto';

import { chargeMember } from './charge.ts';
import type { Shop } from './payments.ts';
import type { TestClient } from './test-app.ts';

/** The bundle that `paid` sells: its price in euro cents, and its credits. */
export const price = 1_999;
export const credits = 120;

const euros = (minor: number) => ({ amount: { currency: 'EUR', value: (minor / 100).toFixed(2) } });

/** Steps for returned payments and their books. `shop` returns the open shop. */
export function reversalsAt(shop: () => Shop) {
  /** Spends credits as a gift would, without a conversation. */
  const spend = ({ id: memberId }: TestClient, amount: number, causeId: string = randomUUID()): Promise<number> =>
    chargeMember(shop().test.context, { memberId, amount, cause: 'gift', causeId, otherId: randomUUID() });

  return {
    spend,
    /** A completed payment of a fresh member who has only its credits. */
    async paid() {
      const { buyer, paymentId, id } = await shop().pending();
      await spend(buyer, (await buyer.call('listBundles')).body.credits ?? 0);
      await shop().control(id, { status: 'paid' });
      await shop().hook(id);
      return { buyer, paymentId, id };
    },
    async buyAgain(buyer: TestClient) {
      const { payment } = (await shop().order(buyer, { bundle: 'small' })).body;
      const id = await shop().providerId(payment.payment_id);
      await shop().control(id, { status: 'paid' });
      await shop().hook(id);
      return { paymentId: payment.payment_id, id, credits: payment.credits };
    },
    giveBack: (id: string, minor: number) =>
      shop().sandbox.call('POST', `/control/payments/${id}/refund`, euros(minor)),
    chargeBack: (id: string, minor?: number) =>
      shop().sandbox.call('POST', `/control/payments/${id}/chargeback`, minor === undefined ? {} : euros(minor)),
    /** All values that must agree: balance, entries, lots, returned money, and premium. */
    async books(buyer: TestClient) {
      const [row] = await shop().test.sql(
        `select w.balance,
                (select sum(amount)::int from ledger_postings p where p.member_id = w.member_id and account = 'member') as entries,
                (select coalesce(sum(credits_left), 0)::int from lots l where l.member_id = w.member_id) as lots,
                (select sum(amount)::int from money_postings p where p.member_id = w.member_id and account = 'sales') as money,
                (select sum(amount)::int from money_postings p where p.member_id = w.member_id) as zero,
                m.paid_at is not null as premium
           from wallets w join members m using (member_id) where w.member_id = $1`,
        [buyer.id],
      );
      return row;
    },
  };
}
