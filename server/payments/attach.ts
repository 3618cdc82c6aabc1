import { queueLetter } from '../accounts/queue-mail.ts';
import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { ProviderPayment } from './provider.ts';
import { queueCancellation } from './queue-cancellation.ts';
import { type PaymentRow, attachProviderPayment, insertProviderPayment } from './queries.ts';

/** Records the provider's payment for an order; only the first one counts. The row must be locked. */
export async function attach(
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
  const letter = { kind: 'transfer-instructions', member_id: row.member_id, id: row.payment_id } as const;
  await queueLetter(tx, { context, origin: row.return_origin }, letter);
}
