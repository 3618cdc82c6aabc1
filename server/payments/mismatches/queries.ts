import { type RowOf, statement } from '../../platform/database/database.ts';

const columns = `mismatch_id, member_id, payment_id, provider, provider_payment_id, profile, amount, currency, wrong, returned, state, refund_key, seen_at`;

/**
 * Stores money that does not match its order, as the provider shows it now. It waits for staff until it has gone back;
 * money that was accepted, or went back and came again, waits once more.
 */
export const storeMismatch = statement(
  'payments.store-mismatch',
  `insert into mismatches as m (mismatch_id, member_id, payment_id, provider, provider_payment_id, profile, amount, currency, wrong, returned, state, seen_at)
   values ($mismatchId, $memberId, $paymentId, $provider, $providerPaymentId, $profile, $amount, $currency, $wrong, $returned,
           case when $returned::integer >= $amount::integer then 'returned' else 'open' end, $now)
   on conflict (provider, provider_payment_id) do update
     set profile = excluded.profile, amount = excluded.amount, currency = excluded.currency, wrong = excluded.wrong, returned = excluded.returned,
         state = case when m.state = 'paid_by_hand' or excluded.state = 'returned' and m.state = 'returned' then m.state
                      when excluded.state = 'open' and m.state in ('paying_back', 'by_hand') then m.state
                      else excluded.state end
   returning state`,
);

export const solveMismatch = statement(
  'payments.solve-mismatch',
  `update mismatches set state = 'solved'
    where provider = $provider and provider_payment_id = $providerPaymentId and payment_id = $paymentId and state = 'open'`,
);

export const findMismatch = statement(
  'payments.find-mismatch',
  `select ${columns} from mismatches where mismatch_id = $mismatchId`,
);

export type MismatchRow = RowOf<typeof findMismatch>;

export const lockMismatch = statement(
  'payments.lock-mismatch',
  `select ${columns} from mismatches where mismatch_id = $mismatchId for update`,
);

export const listMismatches = statement(
  'payments.list-mismatches',
  `select ${columns} from mismatches where state in ('open', 'paying_back', 'by_hand') order by seen_at, mismatch_id limit $limit`,
);

/** Those that wait for a decision or for a refund by hand. */
export const countMismatches = statement(
  'payments.count-mismatches',
  `select count(*)::int as waiting, min(seen_at) as since from mismatches where state in ('open', 'by_hand')`,
);

export const moveMismatch = statement(
  'payments.move-mismatch',
  `update mismatches set state = $state, refund_key = coalesce($refundKey?, refund_key), decided_at = $now where mismatch_id = $mismatchId`,
);

export const acceptPaid = statement(
  'payments.accept-paid',
  `update payments
      set amount = $amount::integer - fee, provider_payment_id = $providerPaymentId, provider_profile = $profile, mismatch = 'accepted'
    where member_id = $memberId and payment_id = $paymentId and status = 'mismatch' and mismatch is distinct from 'accepted'`,
);

export const setReturned = statement(
  'payments.set-mismatch-returned',
  `update payments set mismatch = 'returned' where member_id = $memberId and payment_id = $paymentId`,
);
