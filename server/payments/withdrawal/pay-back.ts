import { randomUUID } from 'node:crypto';

import { queueLetter } from '../../accounts/queue-mail.ts';
import type { AppContext } from '../../context.ts';
import { reverseCredits } from '../../credits/reverse-credits.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { PaymentRow } from '../queries.ts';
import { insertWithdrawal, setWithdrawn } from './queries.ts';

/**
 * Pays an order back in full in the transaction in which it completes: either its discount had been used, so that its
 * price would have to be raised afterwards, or its buyer's account is closed for good. Its credits leave the wallet
 * before anybody sees them, and a job requests the refund. The payment and the wallet must be locked.
 */
export async function payBack(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  why: 'offer-used' | 'account-gone',
  now: Date,
): Promise<void> {
  const { member_id: memberId, payment_id: paymentId, credits } = row;
  const ids = { memberId, paymentId };
  const withdrawalId = randomUUID();
  const amount = row.amount + row.fee;
  await tx.run(insertWithdrawal, { ...ids, withdrawalId, amount, credits, declaredAt: now, now });
  await tx.run(setWithdrawn, { ...ids, withdrawn: amount, waived: 0 });
  await reverseCredits(tx, { ...ids, credits, cause: 'refund', causeId: `withdrawal:${withdrawalId}`, now });
  await context.jobs.add(tx, 'refund-withdrawal', { member_id: memberId, withdrawal_id: withdrawalId });
  if (why === 'account-gone') {
    const facts = { event: 'payment-after-erasure', payment_id: paymentId, member: memberId };
    context.log.warn(facts, 'an order is paid back, its buyer has left for good');
    return;
  }
  const letter = { kind: 'offer-used', member_id: memberId, id: paymentId } as const;
  await queueLetter(tx, { context, origin: row.return_origin }, letter);
  const facts = { event: 'discount-used-before', payment_id: paymentId };
  context.log.warn(facts, 'an order is paid back, its discount is used');
}
