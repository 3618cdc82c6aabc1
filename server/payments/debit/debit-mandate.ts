import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import type { LetterKind } from '../../accounts/letters.ts';
import { formatIn } from '../../platform/format.ts';
import { writeDay } from './mandate.ts';
import { maskIban } from './present.ts';
import { findDebit } from './queries.ts';

/**
 * The member's copy of a mandate, which also announces the collection: amount, day, reference and creditor. It is
 * queued with the order, two days before the account is debited.
 */
export const debitMandate: LetterKind = {
  write: async ({ context, say, language, site, memberId, id }) => {
    const row = memberId && (await context.database.first(findDebit, { memberId, debitId: id }));
    if (!row || row.payment_id === null) return null;
    const amount = formatIn(language).money(row.amount, row.currency);
    const date = writeDay(language, row.collect_on);
    const facts: (readonly [string, string])[] = [
      [say('directdebit.mandate.reference'), row.reference],
      [say('directdebit.mandate.creditor'), row.creditor],
      [say('directdebit.mandate.creditor-id'), row.creditor_id],
      [say('directdebit.mandate.holder'), row.holder],
      [say('directdebit.mandate.account'), maskIban(row)],
      [say('directdebit.mandate.type'), say('directdebit.mandate.one-off')],
      [say('directdebit.mandate.amount'), amount],
      [say('directdebit.mandate.date'), date],
    ];
    return {
      subject: say('directdebit.mail.subject', { number: formatOrderNumber(row.payment_id) }),
      title: say('directdebit.mail.title', { amount, date }),
      paragraphs: [
        say('directdebit.mail.text', { amount, date, account: maskIban(row) }),
        say('directdebit.mail.next'),
      ],
      facts,
      button: { text: say('receipts.confirm.button'), path: `/transactions/${row.payment_id}` },
      notes: [say('receipts.contact', { email: site.settings.support_email })],
      // The text as given, in the language used then.
      enclosures: [{ title: say('directdebit.mandate.title'), lines: row.mandate_text.split('\n') }],
    };
  },
};
