import { methodsRefundedByHand } from '../../../contract/payments/payment-methods.ts';
import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import type { LetterKind } from '../../accounts/letters.ts';
import { formatIn } from '../../platform/format.ts';
import { findPayment } from '../queries.ts';

/**
 * Tells the buyer of an order whose discount had already been used that the money comes back. Asks for a bank account
 * if the payment method cannot receive refunds.
 */
export const offerUsed: LetterKind = {
  write: async ({ context, say, language, site, memberId, id }) => {
    const row = memberId && (await context.database.first(findPayment, { memberId, paymentId: id }));
    if (!row) return null;
    const amount = formatIn(language).money(row.amount + row.fee, row.currency);
    const { support_email: email } = site.settings;
    return {
      subject: say('withdrawal.offer-used.subject', { number: formatOrderNumber(row.payment_id) }),
      title: say('payments.result.offer-used'),
      paragraphs: [
        say('payments.result.offer-used-detail', { amount }),
        ...(methodsRefundedByHand.includes(row.method) ? [say('payments.result.offer-used-account', { email })] : []),
      ],
      button: { text: say('receipts.confirm.button'), path: `/transactions/${row.payment_id}` },
      notes: [say('receipts.contact', { email })],
    };
  },
};
