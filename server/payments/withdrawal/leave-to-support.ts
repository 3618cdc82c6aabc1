import { methodsRefundedByHand } from '../../../contract/payments/payment-methods.ts';
import { queueLetter } from '../../accounts/queue-mail.ts';
import type { AppContext } from '../../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { lockPayment } from '../queries.ts';
import { notReturned } from '../rules.ts';
import { type WithdrawalRow, insertTask, moveWithdrawal } from './queries.ts';
import { refundDueAt } from './rules.ts';

/**
 * Makes the refund a task of support, unless a chargeback has returned everything, which may be why the provider
 * refused. Buyers whose acknowledgement promised a refund by the provider are told, and asked for an account.
 */
export async function leaveToSupport(context: AppContext, tx: Transaction, withdrawal: WithdrawalRow): Promise<void> {
  const { member_id: memberId, withdrawal_id: withdrawalId, payment_id: paymentId } = withdrawal;
  const now = context.clock.now();
  const row = await tx.first(lockPayment, { memberId, paymentId });
  if (row && notReturned(row) === 0) {
    await tx.run(moveWithdrawal, { memberId, withdrawalId, state: 'refunded', refundId: null, settledAt: now });
    return;
  }
  await tx.run(moveWithdrawal, { memberId, withdrawalId, state: 'by_hand', refundId: null, settledAt: null });
  await tx.run(insertTask, { memberId, withdrawalId, now, dueAt: refundDueAt(withdrawal.declared_at) });
  if (!row || methodsRefundedByHand.includes(row.method)) return;
  const letter = { kind: 'withdrawal-by-hand', member_id: memberId, id: withdrawalId } as const;
  await queueLetter(tx, { context, origin: row.return_origin }, letter);
}
