import { statement } from '../../platform/database/database.ts';

export const deleteSpendingLimit = statement(
  'payments.delete-spending-limit',
  'delete from spending_limits where member_id = $memberId',
);

export const emptyReceipts = statement(
  'payments.empty-receipts',
  `update receipts set document = jsonb_set(document, '{buyer,lines,0}', '""') where member_id = $memberId`,
);

export const deleteUnsignedDebits = statement(
  'payments.delete-unsigned-debits',
  'delete from debits where member_id = $memberId and signed_at is null',
);

export const emptyMandates = statement(
  'payments.empty-mandates',
  `update debits set holder = '', mandate_text = '', sealed = null
    where member_id = $memberId and collect_on < $before::date and holder <> ''`,
);

export const findLastMandate = statement(
  'payments.find-last-mandate',
  `select max(collect_on) as collect_on from debits where member_id = $memberId and holder <> ''`,
);
