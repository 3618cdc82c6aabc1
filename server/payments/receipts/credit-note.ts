import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import type { LetterKind } from '../../accounts/letters.ts';
import { formatIn } from '../../platform/format.ts';
import { siteTimeZone } from '../../platform/site.ts';
import { findPayment } from '../queries.ts';
import { attachReceipt } from './attach-receipt.ts';
import type { ReceiptDocument } from './document.ts';
import { findReceipt, listEntriesWithReceipts } from './queries.ts';

const texts = new Map<string, SentenceId>([
  ['refund', 'receipts.note.refund'],
  ['chargeback', 'receipts.note.chargeback'],
  ['refund_undone', 'receipts.note.refund-undone'],
  ['chargeback_undone', 'receipts.note.chargeback-undone'],
]);

/** Emails the buyer the credit note of a refund or chargeback, or the correction after one was undone. */
export const creditNote: LetterKind = {
  write: async ({ context, say, language, site, memberId, id }) => {
    const [paymentId = '', number = ''] = id.split('/');
    if (memberId === null) return null;
    const ids = { memberId, paymentId };
    const row = await context.database.first(findPayment, ids);
    const entries = await context.database.all(listEntriesWithReceipts, ids);
    const entry = entries.find((one) => one.entry === Number(number));
    const receipt = entry && (await context.database.first(findReceipt, { ...ids, entry: entry.entry }));
    const text = entry && texts.get(entry.cause);
    if (!row || !receipt || !text) return null;
    const { title } = receipt.document as ReceiptDocument;
    const { money, day } = formatIn(language);
    const amount = money(entry.amount, row.currency);
    return {
      subject: say('receipts.note.subject', { title, number: formatOrderNumber(paymentId) }),
      title,
      paragraphs: [say(text, { amount })],
      facts: [
        [say('payments.result.number'), formatOrderNumber(paymentId)],
        [say('payments.result.amount'), amount],
        [say('receipts.issued'), day(receipt.issued_at, siteTimeZone(site))],
      ],
      button: { text: say('receipts.confirm.button'), path: `/transactions/${paymentId}` },
      notes: [say('receipts.contact', { email: site.settings.support_email })],
      attachments: [await attachReceipt(context, row, entry.entry)],
    };
  },
};
