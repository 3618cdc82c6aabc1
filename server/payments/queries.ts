import { type RowOf, statement } from '../platform/database/database.ts';

const columns = `member_id, payment_id, bundle_id, credits, amount, fee, currency, method, provider, provider_payment_id,
  provider_profile, redirect_url, site, country, list_amount, discount_code, vat_rate, begun_at, begun_text, mandate, store_card, stored_card_id, instrument, return_origin, description, language, status, created_at, settled_at, refunded, charged_back, receipt_number, withdrawn, waived, transfer_iban, transfer_bic, transfer_holder, transfer_reference, offer_used, cancelled_at, under_way, declared_country, request_country, payer_country, mismatch, lost, region, terms_version`;

export const insertPayment = statement(
  'payments.insert-payment',
  `insert into payments (member_id, payment_id, bundle_id, credits, amount, fee, currency, method, provider, status,
                         site, country, region, list_amount, discount_code, vat_rate, begun_at, begun_text, mandate, store_card, stored_card_id,
                         return_origin, description, language, declared_country, request_country, terms_version, created_at, due_at)
   values ($memberId, $paymentId, $bundleId, $credits, $amount, 0, $currency, $method, $provider, 'loading',
           $site, $country, $region?, $listAmount, $discountCode?, $vatRate, $begunAt?, $begunText?, $mandate?, $storeCard, $storedCardId?, $returnOrigin, $description, $language, $declaredCountry, $requestCountry?, $termsVersion, $now, $now::timestamptz + interval '60 seconds')`,
);

export const findPayment = statement(
  'payments.find-payment',
  `select ${columns} from payments where member_id = $memberId and payment_id = $paymentId`,
);

/** Amounts are in minor units; `refunded` and `charged_back` went back to the buyer. */
export type PaymentRow = RowOf<typeof findPayment>;

/** loading: being created at the provider. pending: waiting for the buyer or the bank. */
export type PaymentStatus = PaymentRow['status'];

export const findLatestPayment = statement(
  'payments.find-latest-payment',
  `select ${columns} from payments where member_id = $memberId order by created_at desc, payment_id limit 1`,
);

/** `place` is the order time in microseconds. */
export const listMemberPayments = statement(
  'payments.list-member-payments',
  `select ${columns}, (extract(epoch from created_at) * 1000000)::bigint as place
     from payments
    where member_id = $memberId
      and (created_at, payment_id) <
          (coalesce(timestamptz 'epoch' + $place?::bigint * interval '1 microsecond', 'infinity'), $id?)
    order by created_at desc, payment_id desc
    limit $limit`,
);

export const lockPayment = statement(
  'payments.lock-payment',
  `select ${columns} from payments where member_id = $memberId and payment_id = $paymentId for update`,
);

export const setReceipt = statement(
  'payments.set-receipt',
  'update payments set receipt_number = $number where member_id = $memberId and payment_id = $paymentId',
);

export const findByProviderId = statement(
  'payments.find-by-provider-id',
  'select member_id, payment_id from provider_payments where provider = $provider and provider_payment_id = $providerPaymentId',
);

export const insertProviderPayment = statement(
  'payments.insert-provider-payment',
  `insert into provider_payments (provider, provider_payment_id, member_id, payment_id) values ($provider, $providerPaymentId, $memberId, $paymentId)
   on conflict do nothing`,
);

export const attachProviderPayment = statement(
  'payments.attach-provider-payment',
  `update payments
      set provider_payment_id = $providerPaymentId, provider_profile = $profile?, redirect_url = $payPage?,
          transfer_iban = $transferIban?, transfer_bic = $transferBic?, transfer_holder = $transferHolder?,
          transfer_reference = $transferReference?,
          status = case when status = 'loading' then 'pending' else status end
    where member_id = $memberId and payment_id = $paymentId and provider_payment_id is null`,
);

/** `offerUsed`: true if another order had used the discount; decided with the step to `completed`. */
export const setStatus = statement(
  'payments.set-status',
  `update payments set status = $status, settled_at = $settledAt?, offer_used = $offerUsed
    where member_id = $memberId and payment_id = $paymentId`,
);

export const setUnderWay = statement(
  'payments.set-under-way',
  'update payments set under_way = $isUnderWay where member_id = $memberId and payment_id = $paymentId',
);

export const setPayerCountry = statement(
  'payments.set-payer-country',
  `update payments set payer_country = $country
    where member_id = $memberId and payment_id = $paymentId and payer_country is null`,
);

export const cancelPaymentRow = statement(
  'payments.cancel-payment',
  `update payments set status = 'failed', settled_at = $now, cancelled_at = $now
    where member_id = $memberId and payment_id = $paymentId and status in ('loading', 'pending')`,
);

export const endCreation = statement(
  'payments.end-creation',
  `update payments set status = $status
    where member_id = $memberId and payment_id = $paymentId and provider_payment_id is null and status in ('loading', 'pending')`,
);

/** Claims the right to ask the provider about an open payment, unless it was asked after `until`. */
export const claimPayment = statement(
  'payments.claim-payment',
  `update payments set checked_at = $now
    where member_id = $memberId and payment_id = $paymentId and status in ('loading', 'pending', 'mismatch')
      and (checked_at is null or checked_at <= $until)
   returning payment_id`,
);

/** Claims due payments of some states, except at the providers `$but`; sets when they are due again (null: never). */
const claimDue = (states: string, dueAgain: string): string => `
  update payments set checked_at = $now::timestamptz, due_at = ${dueAgain}
   where (member_id, payment_id) in (
     select member_id, payment_id from payments where status in (${states}) and due_at <= $now::timestamptz and provider <> all($but::text[])
      order by due_at limit $limit for update skip locked)
  returning ${columns}`;

/** Open payments: due again after a quarter of their age, between a minute and half an hour. */
export const claimOpenPayments = statement(
  'payments.claim-open-payments',
  claimDue(
    `'loading', 'pending'`,
    `$now::timestamptz + greatest(interval '1 minute', least(interval '30 minutes', ($now::timestamptz - created_at) / 4))`,
  ),
);

/** Completed payments and mismatches, whose money may go back for 400 days: due again after a quarter of their age. */
export const claimPaidPayments = statement(
  'payments.claim-paid-payments',
  claimDue(
    `'completed', 'mismatch'`,
    `case when created_at > $now::timestamptz - interval '400 days'
       then $now::timestamptz + greatest(interval '1 hour', ($now::timestamptz - created_at) / 4) end`,
  ),
);

/**
 * Failed payments that may still be paid: for a day, or for 15 days if canceled, because a transfer may be on its way.
 * They are due again after as long as they have been failed: about nine times within the first day.
 */
export const claimFailedPayments = statement(
  'payments.claim-failed-payments',
  claimDue(
    `'failed'`,
    `case when provider_payment_id is not null
            and (coalesce(settled_at, created_at) > $now::timestamptz - interval '1 day'
                 or cancelled_at is not null and created_at > $now::timestamptz - interval '15 days')
       then $now::timestamptz
            + greatest(interval '10 minutes', least(interval '1 day', $now::timestamptz - coalesce(settled_at, created_at))) end`,
  ),
);

/** Makes a payment due in the reconciler's next run, before all others of its state. */
export const checkNow = statement(
  'payments.check-now',
  `update payments set due_at = 'epoch' where member_id = $memberId and payment_id = $paymentId`,
);

/** Makes all payments due whose money may go back, the newest first. */
export const checkAllPaid = statement(
  'payments.check-all-paid',
  `update payments set due_at = least(due_at, 'epoch'::timestamptz + greatest(interval '0', $now::timestamptz - created_at)) where status in ('completed', 'mismatch') and due_at is not null`,
);

export const checkBefore = statement(
  'payments.check-before',
  `update payments set due_at = least(due_at, $dueAt::timestamptz)
    where member_id = $memberId and payment_id = $paymentId and due_at is not null`,
);

/** Stores a reversal. Once undone, it stays so, whatever a later response says. */
export const storeReversal = statement(
  'payments.store-reversal',
  `insert into reversals (member_id, payment_id, reversal_id, kind, amount, undone, seen_at, undone_at)
   values ($memberId, $paymentId, $reversalId, $kind, $amount, $undone, $now, case when $undone then $now::timestamptz end)
   on conflict (member_id, payment_id, reversal_id) do update
     set undone = true, undone_at = excluded.undone_at
   where excluded.undone and not reversals.undone`,
);

export const listReversals = statement(
  'payments.list-reversals',
  'select reversal_id, kind, amount, undone from reversals where member_id = $memberId and payment_id = $paymentId',
);

export type ReversalRow = RowOf<typeof listReversals>;

/** Writes a money entry; the database numbers it and updates the payment's returned totals. */
export const insertMoneyEntry = statement(
  'payments.insert-money-entry',
  `insert into money_entries (member_id, payment_id, number, from_account, to_account, amount, currency, cause, created_at)
   values ($memberId, $paymentId, 0, $from, $to, $amount, $currency, $cause, $now)
   returning number`,
);

/** The member's earliest purchase that has not been returned in full. */
export const findPaidSince = statement(
  'payments.find-paid-since',
  `select min(settled_at) as since from payments
    where member_id = $memberId and status = 'completed' and not offer_used and refunded + charged_back < amount + fee`,
);
