import { statement } from '../platform/database/database.ts';

export interface BundleRow {
  bundle_id: string;
  credits: number;
  amount: number;
  currency: string;
}

/** The bundles of a country; of the scopes in `$1`, the last one that has a price for the bundle there wins. */
export const listPrices = statement<BundleRow>(
  'payments.list-prices',
  `select bundle_id, credits, amount, currency from (
     select distinct on (b.bundle_id) b.bundle_id, b.credits, b.position, p.amount, p.currency
       from bundles b join bundle_prices p on p.scope = b.scope and p.bundle_id = b.bundle_id
      where b.scope = any($1::text[]) and p.country = $2
      order by b.bundle_id, array_position($1::text[], b.scope) desc) as price
    order by position, bundle_id`,
);

/** loading: being created at the provider. pending: waiting for the buyer or the bank. */
export type PaymentStatus = 'loading' | 'pending' | 'completed' | 'failed' | 'mismatch';

export interface PaymentRow {
  member_id: string;
  payment_id: string;
  bundle_id: string;
  credits: number;
  amount: number;
  fee: number;
  currency: string;
  method: string;
  provider: string;
  provider_payment_id: string | null;
  provider_profile: string | null;
  redirect_url: string | null;
  return_origin: string;
  description: string;
  language: string;
  status: PaymentStatus;
  created_at: Date;
  settled_at: Date | null;
  /** What the buyer got back, in minor units. */
  refunded: number;
  charged_back: number;
}

const columns = `member_id, payment_id, bundle_id, credits, amount, fee, currency, method, provider, provider_payment_id,
  provider_profile, redirect_url, return_origin, description, language, status, created_at, settled_at, refunded, charged_back`;

export const insertPayment = statement(
  'payments.insert-payment',
  `insert into payments (member_id, payment_id, bundle_id, credits, amount, fee, currency, method, provider, status,
                         return_origin, description, language, created_at, due_at)
   values ($1, $2, $3, $4, $5, 0, $6, $7, $8, 'loading', $9, $10, $11, $12, $12::timestamptz + interval '60 seconds')`,
);

export const findPayment = statement<PaymentRow>(
  'payments.find-payment',
  `select ${columns} from payments where member_id = $1 and payment_id = $2`,
);

export const findLatestPayment = statement<PaymentRow>(
  'payments.find-latest-payment',
  `select ${columns} from payments where member_id = $1 order by created_at desc, payment_id limit 1`,
);

export const lockPayment = statement<PaymentRow>(
  'payments.lock-payment',
  `select ${columns} from payments where member_id = $1 and payment_id = $2 for update`,
);

export const findByProviderId = statement<{ member_id: string; payment_id: string }>(
  'payments.find-by-provider-id',
  'select member_id, payment_id from provider_payments where provider = $1 and provider_payment_id = $2',
);

export const insertProviderPayment = statement(
  'payments.insert-provider-payment',
  `insert into provider_payments (provider, provider_payment_id, member_id, payment_id) values ($1, $2, $3, $4)
   on conflict do nothing`,
);

export const attachProviderPayment = statement(
  'payments.attach-provider-payment',
  `update payments
      set provider_payment_id = $3, provider_profile = $4, redirect_url = $5,
          status = case when status = 'loading' then 'pending' else status end
    where member_id = $1 and payment_id = $2 and provider_payment_id is null`,
);

export const setStatus = statement(
  'payments.set-status',
  'update payments set status = $3, settled_at = $4 where member_id = $1 and payment_id = $2',
);

/** Sets the status of an order that the provider refused or has not confirmed yet; never of one that exists there. */
export const endCreation = statement(
  'payments.end-creation',
  `update payments set status = $3
    where member_id = $1 and payment_id = $2 and provider_payment_id is null and status in ('loading', 'pending')`,
);

/** Claims the right to ask the provider about an open payment, unless it was asked after `$4`. */
export const claimPayment = statement<{ payment_id: string }>(
  'payments.claim-payment',
  `update payments set checked_at = $3
    where member_id = $1 and payment_id = $2 and status in ('loading', 'pending', 'mismatch')
      and (checked_at is null or checked_at <= $4)
   returning payment_id`,
);

/**
 * Claims the open payments that are due, and those that failed within the last day, which may still be paid. They are
 * due again after a twentieth of their age, at the latest after ten minutes.
 */
export const claimOpenPayments = statement<PaymentRow>(
  'payments.claim-open-payments',
  `update payments
      set checked_at = $1::timestamptz,
          due_at = case
            when status in ('loading', 'pending')
              or status = 'failed' and provider_payment_id is not null and created_at > $1::timestamptz - interval '1 day'
            then $1::timestamptz + least(interval '10 minutes', ($1::timestamptz - created_at) / 20)
          end
    where (member_id, payment_id) in (
      select member_id, payment_id from payments where status <> 'completed' and due_at <= $1::timestamptz
       order by due_at limit $2 for update skip locked)
   returning ${columns}`,
);

/**
 * Claims the completed payments that are due: for 400 days they may still be refunded or charged back. They are due
 * again after a quarter of their age, at the earliest after an hour.
 */
export const claimCompletedPayments = statement<PaymentRow>(
  'payments.claim-completed-payments',
  `update payments
      set checked_at = $1::timestamptz,
          due_at = case when created_at > $1::timestamptz - interval '400 days'
            then $1::timestamptz + greatest(interval '1 hour', ($1::timestamptz - created_at) / 4)
          end
    where (member_id, payment_id) in (
      select member_id, payment_id from payments where status = 'completed' and due_at <= $1::timestamptz
       order by due_at limit $2 for update skip locked)
   returning ${columns}`,
);

/** Writes a money entry; the database numbers it and updates the payment's returned totals. */
export const insertMoneyEntry = statement(
  'payments.insert-money-entry',
  `insert into money_entries (member_id, payment_id, number, from_account, to_account, amount, currency, cause, created_at)
   values ($1, $2, 0, $3, $4, $5, $6, $7, $8)`,
);

/** The member's earliest purchase that has not been returned in full. */
export const findPaidSince = statement<{ since: Date | null }>(
  'payments.find-paid-since',
  `select min(settled_at) as since from payments
    where member_id = $1 and status = 'completed' and refunded + charged_back < amount + fee`,
);
