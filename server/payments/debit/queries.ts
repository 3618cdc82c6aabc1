import { type RowOf, statement } from '../../platform/database/database.ts';

const columns = `member_id, debit_id, bundle_id, amount, currency, discount_code, begin_at_once, language, site, holder, iban_hash,
  iban_country, iban_last, phone_hash, phone_last, sealed, code_number, code_at, tries, reference, creditor, creditor_id,
  mandate_text, collect_on, signed_at, refused_at, provider, mandate_id, payment_id, created_at`;

export const insertDebit = statement(
  'payments.insert-debit',
  `insert into debits (member_id, debit_id, bundle_id, amount, currency, discount_code, begin_at_once, language, site, holder,
                       iban_hash, iban_country, iban_last, phone_hash, phone_last, sealed, reference, creditor,
                       creditor_id, mandate_text, collect_on, created_at)
   values ($memberId, $debitId, $bundleId, $amount, $currency, $discountCode?, $beginAtOnce, $language, $site, $holder,
           $ibanHash, $ibanCountry, $ibanLast, $phoneHash, $phoneLast, $sealed, $reference, $creditor,
           $creditorId, $mandateText, $collectOn, $now)`,
);

export const findDebit = statement(
  'payments.find-debit',
  `select ${columns} from debits where member_id = $memberId and debit_id = $debitId`,
);

export type DebitRow = RowOf<typeof findDebit>;

export const lockDebit = statement(
  'payments.lock-debit',
  `select ${columns} from debits where member_id = $memberId and debit_id = $debitId for update`,
);

export const findDebitOfPayment = statement(
  'payments.find-debit-of-payment',
  `select ${columns} from debits where member_id = $memberId and payment_id = $paymentId`,
);

export const openCode = statement(
  'payments.open-code',
  `update debits set code_number = code_number + 1, code_at = $now, tries = 0
    where member_id = $memberId and debit_id = $debitId
   returning code_number`,
);

export const countTry = statement(
  'payments.count-try',
  'update debits set tries = tries + 1 where member_id = $memberId and debit_id = $debitId',
);

export const signDebit = statement(
  'payments.sign-debit',
  `update debits set signed_at = $now, provider = $provider
    where member_id = $memberId and debit_id = $debitId and signed_at is null`,
);

/** The provider's mandate replaces the IBAN and the number. */
export const keepMandate = statement(
  'payments.keep-mandate',
  `update debits set mandate_id = $mandateId, sealed = null
    where member_id = $memberId and debit_id = $debitId and mandate_id is null`,
);

export const refuseDebit = statement(
  'payments.refuse-debit',
  `update debits set refused_at = $now, sealed = null
    where member_id = $memberId and debit_id = $debitId and mandate_id is null and refused_at is null`,
);

export const useMandate = statement(
  'payments.use-mandate',
  `update debits set payment_id = $paymentId
    where member_id = $memberId and debit_id = $debitId and payment_id is null`,
);

export const forgetDetails = statement(
  'payments.forget-details',
  'update debits set sealed = null where sealed is not null and created_at < $before',
);

export const openSubject = statement(
  'payments.open-subject',
  'insert into debit_subjects (subject) values ($subject) on conflict do nothing',
);

export const lockSubject = statement(
  'payments.lock-subject',
  'select subject, blocked_at from debit_subjects where subject = $subject for update',
);

export const findSubjects = statement(
  'payments.find-subjects',
  'select subject, blocked_at from debit_subjects where subject = any($subjects)',
);

export const blockSubject = statement(
  'payments.block-subject',
  `insert into debit_subjects (subject, blocked_at) values ($subject, $now)
   on conflict (subject) do update set blocked_at = coalesce(debit_subjects.blocked_at, excluded.blocked_at)`,
);

export const unblockSubject = statement(
  'payments.unblock-subject',
  'update debit_subjects set blocked_at = null where subject = $subject and blocked_at is not null returning subject',
);

export const insertUse = statement(
  'payments.insert-use',
  `insert into debit_uses (subject, payment_id, member_id, amount, created_at)
   values ($subject, $paymentId, $memberId, $amount, $now)`,
);

export const listUses = statement(
  'payments.list-uses',
  `select subject, amount, created_at, closed_at from debit_uses
    where subject = any($subjects) and (closed_at is null or created_at > $since)`,
);

export const closeUse = statement(
  'payments.close-use',
  'update debit_uses set closed_at = $now where subject = $subject and payment_id = $paymentId and closed_at is null',
);
