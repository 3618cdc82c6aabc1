import { findReasonToPayBack } from '../../accounts/find-buyer.ts';
import type { AppContext } from '../../context.ts';
import { publishBalance } from '../../credits/balance.ts';
import { restoreCredits, reverseCredits } from '../../credits/wallets.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { mailBuyer } from '../payment-mail.ts';
import { type PaymentRow, findPayment, lockPayment } from '../queries.ts';
import { computeCreditsToTakeBack, computeNotReturned } from '../rules.ts';
import {
  type WithdrawalRow,
  deleteTask,
  findReversal,
  listPaymentWithdrawals,
  moveWithdrawal,
  setWithdrawn,
  insertTask,
} from './queries.ts';
import { methodsRefundedByHand } from '../../../contract/payments/payment-methods.ts';
import { refundDueAt } from './rules.ts';
import { withdrawalByHand, withdrawalFailed } from './withdrawal-mail.ts';

/**
 * Brings the latest withdrawal of a payment into step with its refund, after the reversals are booked and under the
 * row's lock. A failed refund gives the credits back, with a mail.
 */
export async function settleWithdrawal(
  context: AppContext,
  tx: Transaction,
  ids: { memberId: MemberId; paymentId: PaymentId },
): Promise<void> {
  const row = await tx.first(findPayment, ids);
  const [latest] = await tx.all(listPaymentWithdrawals, ids);
  if (!row || !latest) return;
  if (latest.state === 'by_hand') return closePaidTask(context, tx, row, latest);
  if (latest.refund_id === null && latest.state === 'refunded') return refundAfterAll(context, tx, row, latest);
  if (!latest.refund_id || latest.state === 'failed') return;
  const refund = await tx.first(findReversal, { ...ids, reversalId: latest.refund_id });
  if (refund?.undone) {
    const isOwed =
      row.offer_used || latest.over_terms || (await findReasonToPayBack(tx, context, ids.memberId)) !== null;
    return isOwed ? failOwedRefund(context, tx, row, latest) : failWithdrawal(context, tx, row, latest);
  }
  if (refund && latest.state !== 'refunded') await setWithdrawalState(context, tx, latest, 'refunded');
}

/** Sets the state of a withdrawal, and when it ended. `refundId`: of the provider's refund, once it is known. */
export async function setWithdrawalState(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Transaction,
  { member_id: memberId, withdrawal_id: withdrawalId }: WithdrawalRow,
  state: WithdrawalRow['state'],
  refundId: string | null = null,
): Promise<void> {
  const settledAt = state === 'refunded' || state === 'failed' ? clock.now() : null;
  await tx.run(moveWithdrawal, { memberId, withdrawalId, state, refundId, settledAt });
}

async function closePaidTask(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  latest: WithdrawalRow,
): Promise<void> {
  if (computeNotReturned(row) > 0) return;
  await tx.run(deleteTask, { withdrawalId: latest.withdrawal_id });
  await setWithdrawalState(context, tx, latest, 'refunded');
}

/** Requests the refund after all: a chargeback had returned the money first, but the bank has undone it. */
async function refundAfterAll(context: AppContext, tx: Transaction, row: PaymentRow, latest: WithdrawalRow) {
  if (row.refunded + row.charged_back >= row.withdrawn) return;
  await setWithdrawalState(context, tx, latest, 'confirmed');
  const { member_id, withdrawal_id } = latest;
  await context.jobs.add(tx, 'refund-withdrawal', { member_id, withdrawal_id });
}

/** Leaves a failed refund to support. The credits stay taken, because nobody can use them any more. */
async function failOwedRefund(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  latest: WithdrawalRow,
): Promise<void> {
  if (computeNotReturned(row) === 0) return;
  const facts = { event: 'withdrawal-failed', payment_id: row.payment_id };
  context.log.error(facts, 'paying an order back has failed: support has to');
  await leaveToSupport(context, tx, latest);
}

async function failWithdrawal(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  latest: WithdrawalRow,
): Promise<void> {
  const ids = { memberId: row.member_id, paymentId: row.payment_id };
  const now = context.clock.now();
  await setWithdrawalState(context, tx, latest, 'failed');
  const returned = row.refunded + row.charged_back;
  const credits =
    computeCreditsToTakeBack(row, returned) - computeCreditsToTakeBack({ ...row, withdrawn: 0, waived: 0 }, returned);
  await tx.run(setWithdrawn, { ...ids, withdrawn: 0, waived: 0 });
  const causeId = `withdrawal:${latest.withdrawal_id}`;
  if (credits > 0) await restoreCredits(tx, { ...ids, credits, cause: 'refund_undone', causeId, now });
  // Other returned money takes its credits after all: the withdrawal had waived the used ones.
  if (credits < 0)
    await reverseCredits(tx, { ...ids, credits: -credits, cause: 'refund', causeId: `${causeId} failed`, now });
  context.log.error({ event: 'withdrawal-failed', payment_id: ids.paymentId }, 'the refund of a withdrawal has failed');
  await mailBuyer(context, tx, row, withdrawalFailed, latest.withdrawal_id);
  publishBalance(context, tx, ids.memberId);
}

/** Makes the refund a task of support, unless a chargeback returned everything, which may be why it was refused. */
export async function leaveToSupport(context: AppContext, tx: Transaction, withdrawal: WithdrawalRow): Promise<void> {
  const { member_id: memberId, withdrawal_id: withdrawalId, payment_id: paymentId } = withdrawal;
  const row = await tx.first(lockPayment, { memberId, paymentId });
  if (row && computeNotReturned(row) === 0) return setWithdrawalState(context, tx, withdrawal, 'refunded');
  await setWithdrawalState(context, tx, withdrawal, 'by_hand');
  const dueAt = refundDueAt(withdrawal.declared_at);
  await tx.run(insertTask, { memberId, withdrawalId, now: context.clock.now(), dueAt });
  if (row && !methodsRefundedByHand.includes(row.method))
    await mailBuyer(context, tx, row, withdrawalByHand, withdrawalId);
}
