import { type RowOf, statement } from '../../platform/database/database.ts';

export const findSpendingLimit = statement(
  'payments.find-spending-limit',
  'select currency, amount, next_amount, next_at, break_until from spending_limits where member_id = $memberId',
);

export type SpendingLimitRow = RowOf<typeof findSpendingLimit>;

export const setSpendingLimitRow = statement(
  'payments.set-spending-limit',
  `insert into spending_limits (member_id, currency, amount, next_amount, next_at, break_until)
   values ($memberId, $currency, $amount?, $nextAmount?, $nextAt?, $breakUntil?)
   on conflict (member_id) do update
     set currency = excluded.currency, amount = excluded.amount, next_amount = excluded.next_amount,
         next_at = excluded.next_at, break_until = excluded.break_until`,
);

/** Orders since a time that are completed or may still be, less their returned money. */
export const sumOrders = statement(
  'payments.sum-orders',
  `select currency, sum(amount + fee - refunded - charged_back)::int as spent
     from payments
    where member_id = $memberId and created_at > $since and status <> 'failed'
    group by currency`,
  { present: ['spent'] },
);
