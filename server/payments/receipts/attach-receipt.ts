import { receiptNumber } from '../../../contract/payments/receipt-number.ts';
import type { AppContext } from '../../context.ts';
import type { Attachment } from '../../platform/mail.ts';
import type { PaymentRow } from '../queries.ts';
import type { ReceiptDocument } from './document.ts';
import { findReceipt } from './queries.ts';
import { renderPdf } from './render-pdf.ts';

/** The receipt of a payment as an attachment. Throws if it is not written yet, so that the email is retried later. */
export async function attachReceipt(
  { database }: Pick<AppContext, 'database'>,
  { member_id: memberId, payment_id: paymentId }: Pick<PaymentRow, 'member_id' | 'payment_id'>,
  entry = 1,
): Promise<Attachment> {
  const row = await database.first(findReceipt, { memberId, paymentId, entry });
  if (!row) throw new Error('a payment has no receipt yet');
  const content = await renderPdf(row.document as ReceiptDocument, row.issued_at);
  return { filename: `${receiptNumber(row.number)}.pdf`, type: 'application/pdf', content };
}
