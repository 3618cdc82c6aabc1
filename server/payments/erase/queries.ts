import { type RowOf, statement } from '../../platform/database/database.ts';

export const deleteSpendingLimit = statement(
  'payments.delete-spending-limit',
  'delete from spending_limits where member_id = $memberId',
);

export const listOpenOrders = statement(
  'payments.list-open-orders',
  `select payment_id from payments where member_id = $memberId and status in ('loading', 'pending') order by payment_id`,
);

export const emptyReceipts = statement(
  'payments.empty-receipts',
  `update receipts set document = jsonb_set(document, '{buyer,lines,0}', '""') where member_id = $memberId`,
);

export const deleteUnsignedDebits = statement(
  'payments.delete-unsigned-debits',
  'delete from debits where member_id = $memberId and signed_at is null',
);

/** Marks a member's customers to be forgotten, except where a mandate still has to be provable. */
export const endCustomers = statement(
  'payments.end-customers',
  `update payment_customers c set forget_at = $now
    where member_id = $memberId and forget_at is null
      and not exists (select 1 from debits d where d.member_id = c.member_id and d.provider = c.provider and d.holder <> '')`,
);

/** Asks all machines, by the index of customers to be forgotten. */
export const listToForget = statement(
  'payments.list-to-forget',
  `select member_id, provider, customer_id from payment_customers
    where forget_at is not null and member_id || ' ' || provider <> all($but::text[]) order by forget_at limit $limit`,
);

export type ForgottenRow = RowOf<typeof listToForget>;

export const deleteCustomerRow = statement(
  'payments.delete-customer-row',
  'delete from payment_customers where member_id = $memberId and provider = $provider and forget_at is not null',
);

/** Marks the cards of a deleted customer as revoked, as its mandates are. */
export const endCardsAt = statement(
  'payments.end-cards-at',
  `update stored_cards set state = 'revoked', checked_at = $now
    where member_id = $memberId and provider = $provider and state = 'revoking'`,
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
