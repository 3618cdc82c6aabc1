import { randomUUID } from 'node:crypto';

import { createId } from '../../server/platform/ids.ts';
import { reconcileBooks } from '../../server/books/reconcile.ts';
import { verifyBooks } from '../../server/books/reports.ts';
import { providerNamed } from '../../server/payments/providers.ts';
import { settlePayment } from '../../server/payments/settle-payment.ts';
import { chargeMember } from './charge.ts';
import type { Shop } from './payments.ts';
import type { MemberOptions, TestClient } from './test-app.ts';

/** The bundle that `bought` sells: its price in euro cents, and its credits. */
export const price = 1_999;
export const credits = 120;

export interface Purchase {
  buyer: TestClient;
  paymentId: PaymentId;
  id: string;
}
interface Refund {
  id: string;
  status: string;
  amount: { value: string };
}

/** Offers the steps for purchases whose money goes back, and the books that they leave. */
export function purchasesAt(shop: Shop) {
  /** Spends credits as a gift would, without a conversation. */
  const spend = ({ id: memberId }: TestClient, amount: number, causeId: string = randomUUID()): Promise<number> =>
    chargeMember(shop.test.context, { memberId, amount, cause: 'gift', causeId, otherId: createId() });

  /** Changes an order into one that did not ask to begin at once, as old orders may. */
  const forgetRequest = async (paymentId: PaymentId): Promise<void> => {
    await shop.test.sql('alter table payments disable trigger payments_settled');
    await shop.test.sql('update payments set begun_at = null where payment_id = $1', [paymentId]);
    await shop.test.sql('alter table payments enable trigger payments_settled');
  };

  const withdraw = (buyer: TestClient, payment: string, key: string = randomUUID()) =>
    buyer.call('withdraw', { payment, idempotency_key: key });
  /** Makes the refunds that are due, and tells of them. */
  const paidBack = async (id: string): Promise<void> => {
    await shop.test.runJobs();
    await shop.hook(id);
  };
  const refunds = async (id: string): Promise<Refund[]> => {
    const { body } = await shop.sandbox.call('GET', `/v2/payments/${id}/refunds`);
    return (body['_embedded'] as { refunds: Refund[] }).refunds;
  };

  return {
    spend,
    forgetRequest,
    async spendAll(buyer: TestClient): Promise<void> {
      const before = (await buyer.call('listBundles')).body.credits ?? 0;
      if (before > 0) await spend(buyer, before);
    },
    /** A completed payment of 120 credits for 19.99 euro, by a fresh member who has no other credits. */
    async bought({
      asked = true,
      method = 'ideal',
      who = {},
    }: { asked?: boolean; method?: string; who?: MemberOptions } = {}) {
      const buyer = await shop.test.member(who);
      await spend(buyer, (await buyer.call('listBundles')).body.credits ?? 0);
      const made = await shop.pending(buyer, { paymentmethod: method });
      if (!asked) await forgetRequest(made.paymentId);
      await shop.settle(made.id);
      await shop.test.runJobs();
      return made;
    },
    withdraw,
    paidBack,
    /** Withdraws from an order and waits for its refund. */
    async withdrawn({ buyer, paymentId, id }: Purchase): Promise<void> {
      await withdraw(buyer, paymentId);
      await paidBack(id);
    },
    getWithdrawal: async (buyer: TestClient, payment: string) => (await buyer.call('getWithdrawal', { payment })).body,
    refunds,
    /** Reports that the bank has refused a refund: that of `value`, or else the first. */
    async refuse(id: string, value?: string): Promise<void> {
      const made = await refunds(id);
      await shop.failRefund(id, made.find(({ amount }) => value === undefined || amount.value === value)?.id);
      await shop.hook(id);
    },
    /** Settles an order with a chargeback of all its money, which may be undone. */
    async dispute({ buyer, paymentId, id }: Purchase, undone: boolean): Promise<void> {
      const { context } = shop.test;
      const seen = await providerNamed(context, 'mollie')!.fetchPayment(id);
      const reversals = [{ id: 'chb_won', kind: 'chargeback', minor: price, undone, key: null } as const];
      await context.database.transaction((tx) =>
        settlePayment(context, tx, { memberId: buyer.id, paymentId }, { ...seen!, reversals }),
      );
      await shop.test.runJobs();
    },
    /** All values that must agree: balance, entries, lots, money in euro cents, and premium. */
    books: (buyer: TestClient) =>
      shop.first(
        `select w.balance,
                (select sum(amount)::int from ledger_postings p where p.member_id = w.member_id and account = 'member') as entries,
                (select coalesce(sum(credits_left), 0)::int from lots l where l.member_id = w.member_id) as lots,
                (select sum(amount)::int from money_postings p where p.member_id = w.member_id and account = 'sales') as money,
                (select sum(amount)::int from money_postings p where p.member_id = w.member_id) as zero,
                m.paid_at is not null as premium
           from wallets w join members m using (member_id) where w.member_id = $1`,
        [buyer.id],
      ),
    /** Payments for which the ledger took other credits than their returned money and their withdrawal require. */
    unbalanced: (): Promise<unknown[]> =>
      shop.test.sql(
        `select p.payment_id
           from payments p left join ledger_postings e
             on e.member_id = p.member_id and e.account = 'member'
            and e.cause in ('refund', 'chargeback', 'refund_undone', 'chargeback_undone')
            and e.entry_id in (select entry_id from ledger_entries l where l.member_id = p.member_id and l.payment_id = p.payment_id)
          where p.status = 'completed'
          group by p.payment_id, p.refunded, p.charged_back, p.withdrawn, p.waived, p.amount, p.fee, p.credits
         having -coalesce(sum(e.amount), 0)
                <> greatest(0, greatest(p.refunded + p.charged_back, p.withdrawn)::bigint * p.credits / (p.amount + p.fee) - p.waived)`,
      ),
    /** The findings of both comparisons of the books. */
    async faults(provider = 'mollie'): Promise<string[]> {
      const lines: string[] = [];
      const say = (line: string) => void lines.push(line);
      await verifyBooks(shop.test.context.database, say, () => undefined);
      await reconcileBooks(shop.test.context, { provider, from: new Date(0) }, say, () => undefined);
      return lines;
    },
    async mailsTo(buyer: TestClient, start: string): Promise<string[]> {
      const email = await shop.getEmail(buyer);
      const mails = await shop.test.outbox();
      return mails.filter(({ to, subject }) => to === email && subject.startsWith(start)).map(({ text }) => text);
    },
  };
}
