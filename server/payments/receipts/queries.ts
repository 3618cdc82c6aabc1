import { type RowOf, statement } from '../../platform/database/database.ts';

/** A payment's entries in order, each with its receipt number, if any. Excludes losses beyond the price. */
export const listEntriesWithReceipts = statement(
  'payments.list-entries-with-receipts',
  `select e.number as entry, e.cause, e.to_account, e.amount, e.created_at, r.number
     from money_entries e left join receipts r on r.member_id = e.member_id and r.payment_id = e.payment_id and r.entry = e.number
    where e.member_id = $memberId and e.payment_id = $paymentId and e.cause not in ('loss', 'loss_undone')
    order by e.number`,
);

export type EntryRow = RowOf<typeof listEntriesWithReceipts>;

/** Assigns a company's next number. Its counter stays locked until the transaction ends; a rollback loses no number. */
export const assignReceiptNumber = statement(
  'payments.assign-receipt-number',
  `insert into receipt_counters as c (company, last) values ($company, 1)
   on conflict (company) do update set last = c.last + 1
   returning last as number`,
);

export const insertNumber = statement(
  'payments.insert-receipt-number',
  `insert into receipt_numbers (company, number, member_id, payment_id, entry)
   values ($company, $number, $memberId, $paymentId, $entry)`,
);

export const insertReceipt = statement(
  'payments.insert-receipt',
  `insert into receipts (member_id, payment_id, entry, company, number, issued_at, document)
   values ($memberId, $paymentId, $entry, $company, $number, $now, $document::jsonb)`,
);

/** The first entry is the purchase. */
export const findReceipt = statement(
  'payments.find-receipt',
  `select number, issued_at, document from receipts
    where member_id = $memberId and payment_id = $paymentId and entry = $entry`,
);
