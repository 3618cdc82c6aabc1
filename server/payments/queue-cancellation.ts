import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { PaymentRow } from './queries.ts';

/** Cancels a payment at its provider after the commit, and retries until the provider answers. */
export function queueCancellation(
  { jobs }: AppContext,
  tx: Transaction,
  { member_id, payment_id }: Pick<PaymentRow, 'member_id' | 'payment_id'>,
): Promise<void> {
  return jobs.add(tx, 'cancel-payment', { member_id, payment_id });
}
