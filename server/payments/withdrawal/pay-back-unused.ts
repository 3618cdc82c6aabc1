import { findReasonToPayBack } from '../../accounts/find-buyer.ts';
import { readOwnTerms } from '../../accounts/terms/own-terms.ts';
import type { AppContext } from '../../context.ts';
import { lockWallets } from '../../credits/wallets.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Handler } from '../../platform/handler.ts';
import { methodsRefundedByHand } from '../../../contract/payments/payment-methods.ts';
import { type PaymentRow, findPayment, lockPayment } from '../queries.ts';
import { type WithdrawalOffer, findWithdrawalOffer, startRefund } from './confirm-withdrawal.ts';
import { listCompleted } from './queries.ts';
import { withdrawalAmount } from './rules.ts';

/**
 * Pays back what a member has bought and not used, after their account ended because of changed terms. It can be
 * interrupted and repeated: each purchase commits on its own, and one that is paid back is skipped. Members who have
 * come back meanwhile keep their credits.
 */
export async function payBackUnused(
  context: AppContext,
  { member_id: memberId }: { member_id: MemberId },
): Promise<void> {
  const { database, clock } = context;
  for (const { payment_id: paymentId } of await database.all(listCompleted, { memberId }))
    await database.transaction(async (tx) => {
      const row = await tx.first(lockPayment, { memberId, paymentId });
      if (!row || (await findReasonToPayBack(tx, context, memberId)) === null) return;
      await lockWallets(tx, [memberId]);
      const offer = await findUnused(context, tx, row);
      if (offer) await startRefund(context, tx, row, { ...offer, declaredAt: clock.now(), overTerms: true });
    });
}

/** Returns what would be paid back if the member left now after saying no to changed terms. */
export const getPayBack: Handler<'getPayBack'> = async (_input, { context, member }) => {
  const { database } = context;
  const sums = new Map<PaymentRow['currency'], number>();
  let credits = 0;
  let byHand = false;
  for (const { payment_id: paymentId } of await database.all(listCompleted, { memberId: member.id })) {
    const row = await database.first(findPayment, { memberId: member.id, paymentId });
    const offer = row && (await findUnused(context, database, row));
    if (!offer) continue;
    credits += offer.unused;
    byHand ||= methodsRefundedByHand.includes(row.method);
    sums.set(row.currency, (sums.get(row.currency) ?? 0) + offer.amount);
  }
  const { refused } = await readOwnTerms(database, context, member.id);
  return { credits, refused, by_hand: byHand, sums: [...sums].map(([currency, amount]) => ({ currency, amount })) };
};

/**
 * Finds what to pay back for unused credits: within the period, what a withdrawal would give; afterwards, the unused
 * part of the price.
 */
async function findUnused(
  context: AppContext,
  reader: Reader,
  row: PaymentRow,
): Promise<Pick<WithdrawalOffer, 'unused' | 'taken' | 'amount'> | null> {
  if (row.status !== 'completed' || row.offer_used) return null;
  const offer = await findWithdrawalOffer(context, reader, row, context.clock.now());
  if (offer.latest && offer.latest.state !== 'failed') return null;
  const { unused } = offer;
  const part = { unused, taken: unused, amount: withdrawalAmount({ ...row, begun_at: row.created_at }, unused) };
  const back = offer.inTime ? offer : part;
  return back.amount > 0 ? back : null;
}
