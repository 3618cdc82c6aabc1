import { queueLetter } from '../../accounts/queue-mail.ts';
import type { AppContext } from '../../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { findPayment, insertMoneyEntry, lockPayment, storeReversal } from '../queries.ts';
import { queueReceipts } from '../receipts/write-receipts.ts';
import { reviewPremium } from '../review-premium.ts';
import { notReturned } from '../rules.ts';
import { deleteTask, findTask, findWithdrawal, lockRequest, moveRequest, moveWithdrawal } from './queries.ts';

/**
 * Books a refund that support has made, and ends the withdrawal. Only the call that deletes the task books it, because
 * two of staff may report the same payment at once.
 */
export async function bookPaid(context: AppContext, tx: Transaction, withdrawalId: string): Promise<boolean> {
  const task = await tx.first(findTask, { withdrawalId });
  const named = task && { memberId: task.member_id, withdrawalId };
  const found = named && (await tx.first(findWithdrawal, named));
  if (!found) return false;
  const ids = { memberId: named.memberId, paymentId: found.payment_id };
  const row = await tx.first(lockPayment, ids);
  const isOurs = (await tx.run(deleteTask, { withdrawalId })) === 1;
  // It may have changed before we held the payment's lock.
  const withdrawal = await tx.first(findWithdrawal, named);
  if (!isOurs || !row || withdrawal?.state !== 'by_hand') return false;
  const now = context.clock.now();
  const left = notReturned(row);
  const amount = Math.min(withdrawal.amount, left);
  if (amount > 0) {
    const { currency } = row;
    // A separate id: the provider may have undone a refund of its own.
    const reversal = { reversalId: `by-hand:${withdrawalId}`, kind: 'refund', amount, undone: false } as const;
    await tx.run(storeReversal, { ...ids, ...reversal, now });
    await tx.run(insertMoneyEntry, { ...ids, from: 'sales', to: 'buyer', amount, currency, cause: 'refund', now });
    await queueReceipts(context, tx, row);
  }
  if (amount === left) {
    await reviewPremium(tx, ids.memberId);
  }
  const end = { memberId: ids.memberId, withdrawalId, state: 'refunded' as const, refundId: null, settledAt: now };
  await tx.run(moveWithdrawal, end);
  return true;
}

/** Closes a declaration that support has answered. Returns false if it was closed before, or led to a withdrawal. */
export async function closeRequest(context: AppContext, tx: Transaction, requestId: string): Promise<boolean> {
  const request = await tx.first(lockRequest, { requestId });
  if (!request || request.state === 'confirmed' || request.state === 'closed') return false;
  const now = context.clock.now();
  await tx.run(moveRequest, { requestId, state: 'closed', memberId: null, paymentId: null, now });
  return true;
}

/**
 * Emails a link to confirm a declaration, again or for the first time, to the account of its order. If the form did not
 * identify the order, the ids of its member and payment name it.
 */
export async function askForConfirmation(
  context: AppContext,
  tx: Transaction,
  requestId: string,
  [memberId, paymentId]: string[],
): Promise<boolean> {
  const request = await tx.first(lockRequest, { requestId });
  if (!request || request.state === 'confirmed') return false;
  const ids = { memberId: memberId ?? request.member_id ?? '', paymentId: paymentId ?? request.payment_id ?? '' };
  const row = ids.paymentId !== '' && (await tx.first(findPayment, ids));
  if (!row || row.status !== 'completed') return false;
  await tx.run(moveRequest, { requestId, state: 'asked', ...ids, now: context.clock.now() });
  const letter = { kind: 'declaration-confirm', member_id: ids.memberId, id: requestId } as const;
  await queueLetter(tx, { context, origin: row.return_origin }, letter);
  return true;
}
