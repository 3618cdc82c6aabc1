import { statement } from '../platform/database/database.ts';

export const listWallet = statement(
  'export.list-wallet',
  'select balance from wallets where member_id = $memberId order by member_id',
);

export const listEntries = statement(
  'export.list-entries',
  `select number, from_account as from, to_account as to, amount as credits, cause, other_id as member, payment_id as "order",
          balance_after as balance, created_at as date
     from ledger_entries where member_id = $memberId order by number`,
);

export const listLots = statement(
  'export.list-lots',
  `select payment_id as "order", free, credits, credits_left, price_minor as amount, currency, created_at as date
     from lots where member_id = $memberId order by lot_id`,
);

export const listPayments = statement(
  'export.list-payments',
  `select payment_id as "order", bundle_id as bundle, credits, amount, currency, method, provider, status, discount_code as discount,
          language, country, declared_country, request_country, payer_country, mandate as text, created_at as date
     from payments where member_id = $memberId order by payment_id`,
);

export const listMoney = statement(
  'export.list-money',
  `select payment_id as "order", number, from_account as from, to_account as to, amount, currency, cause, created_at as date
     from money_entries where member_id = $memberId and cause not in ('loss', 'loss_undone') order by payment_id, number`,
);

export const listReceipts = statement(
  'export.list-receipts',
  `select payment_id as "order", number, document, issued_at as date
     from receipts where member_id = $memberId order by payment_id, entry`,
);

export const listReversals = statement(
  'export.list-reversals',
  `select r.payment_id as "order", r.kind, r.amount, p.currency, r.undone, r.seen_at as date
     from reversals r join payments p using (member_id, payment_id)
    where r.member_id = $memberId order by r.payment_id, r.reversal_id`,
);

export const listMismatches = statement(
  'export.list-mismatches',
  `select payment_id as "order", amount, currency, seen_at as date
     from mismatches where member_id = $memberId order by seen_at, mismatch_id`,
);

export const listWithdrawals = statement(
  'export.list-withdrawals',
  `select w.payment_id as "order", w.state as status, w.amount, p.currency, w.credits, w.declared_at as date
     from withdrawals w join payments p using (member_id, payment_id)
    where w.member_id = $memberId order by w.withdrawal_id`,
);

export const listDeclarations = statement(
  'export.list-declarations',
  `select name, email, order_number as "order", declaration as text, state as status, received_at as date
     from withdrawal_requests where member_id = $memberId order by request_id`,
);

export const listCards = statement(
  'export.list-cards',
  `select provider, method, brand as kind, last_digits as number, expires as until, state as status, created_at as date
     from stored_cards where member_id = $memberId order by card_id`,
);

export const listCustomers = statement(
  'export.list-customers',
  `select provider, customer_id as number, created_at as date
     from payment_customers where member_id = $memberId order by provider`,
);

export const listDebits = statement(
  'export.list-debits',
  `select payment_id as "order", holder as name, iban_country as country, iban_last as iban, phone_last as phone, amount, currency,
          reference as number, mandate_text as text, created_at as date
     from debits where member_id = $memberId order by debit_id`,
);

export const listLimits = statement(
  'export.list-limits',
  `select currency, amount, next_amount as "next", break_until as until
     from spending_limits where member_id = $memberId order by currency`,
);

export const listClaims = statement(
  'export.list-claims',
  `select payment_id as "order", code as discount, claimed_at as date
     from discount_claims where member_id = $memberId order by payment_id`,
);

export const listCodes = statement(
  'export.list-codes',
  `select code as discount, percentage as number, valid_from as started, valid_until as until
     from discount_codes where member_id = $memberId order by code`,
);

export const listBonuses = statement(
  'export.list-bonuses',
  `select starts_at as started, ends_at as until, dismissed_at as seen
     from time_bonuses where member_id = $memberId order by member_id`,
);

export const listLastOffers = statement(
  'export.list-last-offers',
  `select starts_at as started, ends_at as until
     from last_offers where member_id = $memberId order by member_id`,
);
