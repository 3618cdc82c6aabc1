import type { Transaction } from '../platform/database/database.ts';
import type { ProviderPayment } from './provider.ts';
import { type PaymentRow, attachProviderPayment, insertProviderPayment } from './queries.ts';

/** Records which payment at the provider belongs to an order; only the first one counts. The row must be locked. */
export async function attach(tx: Transaction, row: PaymentRow, made: ProviderPayment): Promise<void> {
  const ids = { memberId: row.member_id, paymentId: row.payment_id, providerPaymentId: made.id };
  await tx.run(insertProviderPayment, { ...ids, provider: row.provider });
  await tx.run(attachProviderPayment, { ...ids, profile: made.profile, payPage: made.payPage });
}
