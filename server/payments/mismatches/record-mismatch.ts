import { randomUUID } from 'node:crypto';

import type { AppContext } from '../../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { ProviderPayment } from '../provider.ts';
import type { PaymentRow } from '../queries.ts';
import { storeMismatch, solveMismatch } from './queries.ts';

/** Records money that does not match its order, which must be locked. Returns whether all of it has gone back. */
export async function recordMismatch(
  { clock }: AppContext,
  tx: Transaction,
  row: PaymentRow,
  seen: ProviderPayment,
  wrong: readonly string[],
): Promise<boolean> {
  const { member_id: memberId, payment_id: paymentId, provider } = row;
  const { minor: amount, currency } = seen.money;
  const stored = await tx.first(storeMismatch, {
    mismatchId: randomUUID(),
    memberId,
    paymentId,
    provider,
    providerPaymentId: seen.id,
    profile: seen.profile,
    amount,
    currency,
    wrong: wrong.join(', '),
    returned: seen.refundedMinor + seen.chargedBackMinor,
    now: clock.now(),
  });
  return stored?.state === 'returned' || stored?.state === 'paid_by_hand';
}

/** Records that a payment matches its order after all. */
export async function recordMatch(tx: Transaction, row: PaymentRow, seen: ProviderPayment): Promise<void> {
  const { payment_id: paymentId, provider } = row;
  await tx.run(solveMismatch, { provider, providerPaymentId: seen.id, paymentId });
}
