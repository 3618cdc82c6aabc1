import { randomUUID } from 'node:crypto';

import { chargeMember } from './charge.ts';
import type { Shop } from './payments.ts';
import type { MemberOptions, TestClient } from './test-app.ts';

/** Steps for withdrawn purchases. `shop` returns the open shop. */
export function withdrawalsAt(shop: () => Shop) {
  const spend = ({ id: memberId }: TestClient, amount: number): Promise<number> =>
    chargeMember(shop().test.context, {
      memberId,
      amount,
      cause: 'gift',
      causeId: randomUUID(),
      otherId: randomUUID(),
    });

  /** Changes an order into one that did not ask to begin at once, as old orders may. */
  const forgetRequest = async (paymentId: string): Promise<void> => {
    const { sql } = shop().test;
    await sql('alter table payments disable trigger payments_settled');
    await sql('update payments set begun_at = null where payment_id = $1', [paymentId]);
    await sql('alter table payments enable trigger payments_settled');
  };

  return {
    spend,
    forgetRequest,
    /** A completed payment of 120 credits for 19.99 euro, by a fresh member who has no other credits. */
    async bought({
      asked = true,
      method = 'ideal',
      who = {},
    }: { asked?: boolean; method?: string; who?: MemberOptions } = {}) {
      const buyer = await shop().test.member(who);
      const before = (await buyer.call('listBundles')).body.credits ?? 0;
      if (before > 0) await spend(buyer, before);
      const { payment } = (await shop().order(buyer, { paymentmethod: method })).body;
      const paymentId = payment.payment_id;
      if (!asked) await forgetRequest(paymentId);
      const id = await shop().providerId(paymentId);
      await shop().control(id, { status: 'paid' });
      await shop().hook(id);
      await shop().test.runJobs();
      return { buyer, paymentId, id };
    },
    withdraw: (buyer: TestClient, payment: string, key: string = randomUUID()) =>
      buyer.call('withdraw', { payment, idempotency_key: key }),
    async refunds(id: string): Promise<{ id: string; status: string; amount: { value: string } }[]> {
      const { body } = await shop().sandbox.call('GET', `/v2/payments/${id}/refunds`);
      return (body['_embedded'] as { refunds: { id: string; status: string; amount: { value: string } }[] }).refunds;
    },
    async books(buyer: TestClient) {
      const [row] = await shop().test.sql(
        `select w.balance,
                (select coalesce(sum(credits_left), 0)::int from lots l where l.member_id = w.member_id) as lots,
                (select sum(amount)::int from ledger_postings p where p.member_id = w.member_id and account = 'member') as entries,
                (select sum(amount)::int from money_postings p where p.member_id = w.member_id and account = 'sales') as money
           from wallets w where w.member_id = $1`,
        [buyer.id],
      );
      return row;
    },
    /** Payments for which the ledger took other credits than their returned money and their withdrawal require. */
    async unbalanced(): Promise<unknown[]> {
      return shop().test.sql(
        `select p.payment_id
           from payments p left join ledger_postings e
             on e.member_id = p.member_id and e.account = 'member'
            and e.cause in ('refund', 'chargeback', 'refund_undone', 'chargeback_undone')
            and e.entry_id in (select entry_id from ledger_entries l where l.member_id = p.member_id and l.payment_id = p.payment_id)
          where p.status = 'completed'
          group by p.payment_id, p.refunded, p.charged_back, p.withdrawn, p.waived, p.amount, p.fee, p.credits
         having -coalesce(sum(e.amount), 0)
                <> greatest(0, greatest(p.refunded + p.charged_back, p.withdrawn)::bigint * p.credits / (p.amount + p.fee) - p.waived)`,
      );
    },
    async mailsTo(buyer: TestClient, start: string): Promise<string[]> {
      const [row] = await shop().test.sql<{ email: string }>('select email from members where member_id = $1', [
        buyer.id,
      ]);
      const mails = await shop().test.outbox();
      return mails.filter(({ to, subject }) => to === row?.email && subject.startsWith(start)).map(({ text }) => text);
    },
  };
}
