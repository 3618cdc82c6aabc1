import { isClosedForGood } from '../../accounts/find-buyer.ts';
import { queueLetter } from '../../accounts/queue-mail.ts';
import type { AppContext } from '../../context.ts';
import { publishBalance } from '../../credits/publish-balance.ts';
import { restoreCredits } from '../../credits/restore-credits.ts';
import { reverseCredits } from '../../credits/reverse-credits.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type PaymentRow, findPayment } from '../queries.ts';
import { creditsBack, notReturned } from '../rules.ts';
import { leaveToSupport } from './leave-to-support.ts';
import {
  type WithdrawalRow,
  deleteTask,
  findReversal,
  listPaymentWithdrawals,
  moveWithdrawal,
  setWithdrawn,
} from './queries.ts';

/**
 * Updates the withdrawal from a payment with the provider's state of its refund, after the reversals were booked. If
 * the refund was cancelled or failed, the credits go back and the buyer is told. The row must be locked.
 */
export async function settleWithdrawal(context: AppContext, tx: Transaction, row: PaymentRow): Promise<void> {
  const ids = { memberId: row.member_id, paymentId: row.payment_id };
  const [latest] = await tx.all(listPaymentWithdrawals, ids);
  if (latest?.refund_id === null && latest.state === 'refunded') return refundAfterAll(context, tx, latest);
  if (latest?.state === 'by_hand') return endTask(context, tx, latest);
  if (!latest?.refund_id || latest.state === 'failed') return;
  const refund = await tx.first(findReversal, { ...ids, reversalId: latest.refund_id });
  if (refund?.undone && (row.offer_used || (await isClosedForGood(tx, ids.memberId))))
    return stillOwed(context, tx, latest);
  if (refund?.undone) return takeBack(context, tx, latest);
  if (!refund || latest.state === 'refunded') return;
  await tx.run(moveWithdrawal, { ...moved(latest), state: 'refunded', settledAt: context.clock.now() });
}

/** Ends the task of support once the bank has returned everything. */
async function endTask(context: AppContext, tx: Transaction, withdrawal: WithdrawalRow): Promise<void> {
  const { member_id: memberId, payment_id: paymentId, withdrawal_id: withdrawalId } = withdrawal;
  const row = await tx.first(findPayment, { memberId, paymentId });
  if (!row || notReturned(row) > 0) return;
  await tx.run(deleteTask, { withdrawalId });
  await tx.run(moveWithdrawal, { ...moved(withdrawal), state: 'refunded', settledAt: context.clock.now() });
}

/** Requests the refund after all: a chargeback had returned the money first, but the bank has undone it. */
async function refundAfterAll(context: AppContext, tx: Transaction, withdrawal: WithdrawalRow): Promise<void> {
  const { member_id: memberId, payment_id: paymentId, withdrawal_id: withdrawalId } = withdrawal;
  const row = await tx.first(findPayment, { memberId, paymentId });
  if (!row || row.refunded + row.charged_back >= row.withdrawn) return;
  await tx.run(moveWithdrawal, { ...moved(withdrawal), state: 'confirmed', settledAt: null });
  await context.jobs.add(tx, 'refund-withdrawal', { member_id: memberId, withdrawal_id: withdrawalId });
}

/**
 * Leaves the rest of a failed refund to support. The credits stay gone, because nobody may have or can use them, so the
 * buyer has to get the money by other means.
 */
async function stillOwed(context: AppContext, tx: Transaction, withdrawal: WithdrawalRow): Promise<void> {
  const row = await tx.first(findPayment, { memberId: withdrawal.member_id, paymentId: withdrawal.payment_id });
  if (!row || notReturned(row) === 0) return;
  const facts = { event: 'withdrawal-failed', payment_id: row.payment_id };
  context.log.error(facts, 'paying an order back has failed: support has to');
  await leaveToSupport(context, tx, withdrawal);
}

async function takeBack(context: AppContext, tx: Transaction, withdrawal: WithdrawalRow): Promise<void> {
  const ids = { memberId: withdrawal.member_id, paymentId: withdrawal.payment_id };
  const now = context.clock.now();
  await tx.run(moveWithdrawal, { ...moved(withdrawal), state: 'failed', settledAt: now });
  // The books may have changed: something else may have been returned meanwhile.
  const row = await tx.first(findPayment, ids);
  if (!row) return;
  const returned = row.refunded + row.charged_back;
  const credits = creditsBack(row, returned) - creditsBack({ ...row, withdrawn: 0, waived: 0 }, returned);
  await tx.run(setWithdrawn, { ...ids, withdrawn: 0, waived: 0 });
  const causeId = `withdrawal:${withdrawal.withdrawal_id}`;
  if (credits > 0) await restoreCredits(tx, { ...ids, credits, cause: 'refund_undone', causeId, now });
  // Other returned money takes its credits after all: the withdrawal had waived the used ones.
  if (credits < 0)
    await reverseCredits(tx, { ...ids, credits: -credits, cause: 'refund', causeId: `${causeId} failed`, now });
  context.log.error({ event: 'withdrawal-failed', payment_id: ids.paymentId }, 'the refund of a withdrawal has failed');
  await queueLetter(
    tx,
    { context, origin: row.return_origin },
    { kind: 'withdrawal-failed', member_id: ids.memberId, id: withdrawal.withdrawal_id },
  );
  publishBalance(context, tx, ids.memberId);
}

function moved({ member_id: memberId, withdrawal_id: withdrawalId }: WithdrawalRow) {
  return { memberId, withdrawalId, refundId: null };
}
