import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { mailBuyer, transferInstructions } from './payment-mail.ts';
import type { ProviderPayment } from './provider.ts';
import { type PaymentRow, attachProviderPayment, insertProviderPayment } from './queries.ts';

/** Attaches a payment to its order, whose first one only counts. The row must be locked. */
export async function attachToOrder(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  made: ProviderPayment,
): Promise<void> {
  const ids = { memberId: row.member_id, paymentId: row.payment_id, providerPaymentId: made.id };
  await tx.run(insertProviderPayment, { ...ids, provider: row.provider });
  const { transfer } = made;
  const attached = await tx.run(attachProviderPayment, {
    ...ids,
    profile: made.profile,
    payPage: made.payPage,
    transferIban: transfer?.iban ?? null,
    transferBic: transfer?.bic ?? null,
    transferHolder: transfer?.holder ?? null,
    transferReference: transfer?.reference ?? null,
  });
  if (attached > 0 && row.cancelled_at !== null) await queueCancellation(context, tx, row);
  if (attached === 0 || !transfer || row.cancelled_at !== null) return;
  await mailBuyer(context, tx, row, transferInstructions, row.payment_id);
}

export function publishPayment(
  { bus }: Pick<AppContext, 'bus'>,
  tx: Transaction,
  row: Pick<PaymentRow, 'member_id' | 'payment_id'>,
): void {
  tx.afterCommit(() => bus.publish(row.member_id, { type: 'payment', payment: row.payment_id }));
}

export function queueCancellation(
  { jobs }: AppContext,
  tx: Transaction,
  { member_id, payment_id }: Pick<PaymentRow, 'member_id' | 'payment_id'>,
): Promise<void> {
  return jobs.add(tx, 'cancel-payment', { member_id, payment_id });
}
