import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { PaymentRow } from './queries.ts';

/** After the commit, tells the member's tabs and devices that a payment changed. */
export function publishPayment(
  { bus }: Pick<AppContext, 'bus'>,
  tx: Transaction,
  row: Pick<PaymentRow, 'member_id' | 'payment_id'>,
): void {
  tx.afterCommit(() => bus.publish(row.member_id, { type: 'payment', payment: row.payment_id }));
}
