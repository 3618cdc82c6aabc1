import { receiptNumber } from '../../../contract/payments/receipt-number.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import type { ReceiptDocument } from './document.ts';
import { findReceipt } from './queries.ts';
import { renderPdf } from './render-pdf.ts';

/** The PDF of a receipt of the member, generated from the frozen document. */
export const getReceipt: Handler<'getReceipt'> = async ({ payment, entry = 1 }, { context, member }) => {
  const row = await context.database.first(findReceipt, { memberId: member.id, paymentId: payment, entry });
  must(row, 'receipt.not-found');
  const pdf = await renderPdf(row.document as ReceiptDocument, row.issued_at);
  return { filename: `${receiptNumber(row.number)}.pdf`, content: pdf.toString('base64') };
};
