import { receiptNumber } from '../../../contract/payments/receipt-number.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { findReceipt } from './queries.ts';
import { renderPdf } from './render-pdf.ts';
import type { AppContext } from '../../context.ts';
import type { Attachment } from '../../mail/mailer.ts';
import type { PaymentRow } from '../queries.ts';

/** Returns the PDF of a receipt of the member, generated from the frozen document. */
export const getReceipt: Handler<'getReceipt'> = async ({ payment, entry = 1 }, { context, member }) => {
  const row = await context.database.first(findReceipt, { memberId: member.id, paymentId: payment, entry });
  must(row, 'receipt.not-found');
  const pdf = await renderPdf(row.document, row.issued_at);
  return { filename: `${receiptNumber(row.number)}.pdf`, content: pdf.toString('base64') };
};

/**
 * Returns the receipt of a payment as an attachment. Throws if it is not written yet, so that the mail is retried
 * later.
 */
export async function attachReceipt(
  { database }: Pick<AppContext, 'database'>,
  { member_id: memberId, payment_id: paymentId }: Pick<PaymentRow, 'member_id' | 'payment_id'>,
  entry = 1,
): Promise<Attachment> {
  const row = await database.first(findReceipt, { memberId, paymentId, entry });
  if (!row) throw new Error('a payment has no receipt yet');
  const content = await renderPdf(row.document, row.issued_at);
  return { filename: `${receiptNumber(row.number)}.pdf`, type: 'application/pdf', content };
}
