import { formatOrderNumber } from '../../contract/payments/order-number.ts';
import type { LetterKind } from '../accounts/letters.ts';
import { formatIn } from '../platform/format.ts';
import { findPayment } from './queries.ts';
import { toTransfer } from './present.ts';

/** Tells the buyer of a wire transfer where to send the money and what to write on it, while the payment is pending. */
export const transferInstructions: LetterKind = {
  write: async ({ context, say, language, site, memberId, id }) => {
    const row = memberId && (await context.database.first(findPayment, { memberId, paymentId: id }));
    const transfer = row && toTransfer(row);
    if (!transfer || row.status !== 'pending') return null;
    const number = formatOrderNumber(row.payment_id);
    const amount = formatIn(language).money(row.amount + row.fee, row.currency);
    return {
      subject: say('payments.transfer.mail.subject', { number }),
      title: say('payments.transfer.title', { amount }),
      paragraphs: [say('payments.transfer.note'), say('payments.result.next.transfer')],
      facts: [
        [say('payments.transfer.holder'), transfer.holder],
        [say('payments.transfer.iban'), transfer.iban],
        [say('payments.transfer.bic'), transfer.bic],
        [say('payments.transfer.reference'), transfer.reference],
        [say('payments.result.amount'), amount],
        [say('payments.result.number'), number],
      ],
      button: { text: say('receipts.confirm.button'), path: `/transactions/${row.payment_id}` },
      notes: [say('receipts.contact', { email: site.settings.support_email })],
    };
  },
};
