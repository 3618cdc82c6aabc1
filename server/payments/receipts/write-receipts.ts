import { isLanguage } from '../../../contract/platform/languages.ts';
import { findBuyerName } from '../../accounts/find-buyer.ts';
import { acceptedTerms } from '../../accounts/terms/rules.ts';
import type { AppContext } from '../../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Site } from '../../platform/site.ts';
import { type PaymentRow, lockPayment, setReceipt } from '../queries.ts';
import { writeDocument } from './document.ts';
import { type EntryRow, insertNumber, insertReceipt, listEntriesWithReceipts, assignReceiptNumber } from './queries.ts';
import { creditNote, mailBuyer, orderConfirmation } from '../payment-mail.ts';

/** Queues the receipts of new money entries. Their numbers are taken later, so that settling waits for none. */
export function queueReceipts(
  { jobs }: AppContext,
  tx: Transaction,
  { member_id, payment_id }: Pick<PaymentRow, 'member_id' | 'payment_id'>,
): Promise<void> {
  return jobs.add(tx, 'write-receipts', { member_id, payment_id });
}

/**
 * Writes a payment's missing receipts and queues their mails, any number of times. A number is taken, used and
 * committed in one transaction, under the lock of the company's counter, so that no crash loses or repeats one. No PDF
 * is made under that lock.
 */
export async function writeReceipts(
  context: AppContext,
  job: { member_id: MemberId; payment_id: PaymentId },
): Promise<void> {
  const ids = { memberId: job.member_id, paymentId: job.payment_id };
  const buyerName = await findBuyerName(context.database, ids.memberId);
  await context.database.transaction(async (tx) => {
    const row = await tx.first(lockPayment, ids);
    if (!row) return;
    const site = await context.sites.ofMember(row.site, null);
    const entries = await tx.all(listEntriesWithReceipts, ids);
    for (const [index, entry] of entries.entries()) {
      if (entry.number !== null) continue;
      entry.number = await writeReceipt(context, tx, { row, entry, before: entries.slice(0, index), site, buyerName });
      const isPurchase = entry.cause === 'payment';
      if (isPurchase) await tx.run(setReceipt, { ...ids, number: entry.number });
      if (isPurchase) await mailBuyer(context, tx, row, orderConfirmation, ids.paymentId);
      else await mailBuyer(context, tx, row, creditNote, `${ids.paymentId}/${entry.entry}`);
    }
  });
}

async function writeReceipt(
  { clock, sentences, terms: versions }: AppContext,
  tx: Transaction,
  about: { row: PaymentRow; entry: EntryRow; before: readonly EntryRow[]; site: Site; buyerName: string },
): Promise<number> {
  const { row, entry, site } = about;
  const company = companyKey(site);
  const number = (await tx.first(assignReceiptNumber, { company }))?.number ?? 0;
  const now = clock.now();
  const language = isLanguage(row.language) ? row.language : 'en';
  const terms = row.terms_version ?? acceptedTerms(versions, site.company.added, row.created_at).date;
  const document = writeDocument(sentences.in(language), { ...about, number, issuedAt: now, terms, language });
  const ids = { memberId: row.member_id, paymentId: row.payment_id, entry: entry.entry, company, number };
  await tx.run(insertNumber, ids);
  await tx.run(insertReceipt, { ...ids, document, now });
  return number;
}

/** Returns the legal entity of a site: sites of one company share its numbers. */
function companyKey({ company }: Site): string {
  return `${company.country} ${company.kvk}`;
}
