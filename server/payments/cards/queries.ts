import { type RowOf, statement } from '../../platform/database/database.ts';

export const reserveCustomer = statement(
  'payments.reserve-customer',
  `insert into payment_customers (member_id, provider, creation_key, created_at) values ($memberId, $provider, $key, $now)
   on conflict do nothing`,
);

export const findCustomer = statement(
  'payments.find-customer',
  'select creation_key, customer_id from payment_customers where member_id = $memberId and provider = $provider',
);

export const keepCustomer = statement(
  'payments.keep-customer',
  `update payment_customers set customer_id = $customerId
    where member_id = $memberId and provider = $provider and customer_id is null`,
);

export const replaceCustomer = statement(
  'payments.replace-customer',
  `update payment_customers set customer_id = null, creation_key = $key
    where member_id = $memberId and provider = $provider and customer_id = $customerId`,
);

/** Inserts the card of an order once; a removed card does not come back. */
export const insertCard = statement(
  'payments.insert-card',
  `insert into stored_cards (member_id, card_id, payment_id, provider, mandate_id, method, state, created_at, checked_at)
   values ($memberId, $cardId, $paymentId, $provider, $mandateId, $method, 'pending', $now, $now)
   on conflict do nothing
   returning card_id`,
);

const columns = `member_id, card_id, payment_id, provider, mandate_id, method, state, brand, last_digits, expires, instrument,
  created_at, checked_at`;

export const findCard = statement(
  'payments.find-card',
  `select ${columns} from stored_cards where member_id = $memberId and card_id = $cardId`,
);

export type CardRow = RowOf<typeof findCard>;

export const listCards = statement(
  'payments.list-cards',
  `select ${columns} from stored_cards
    where member_id = $memberId and state not in ('revoking', 'revoked')
    order by created_at desc, card_id`,
);

export const describeCard = statement(
  'payments.describe-card',
  `update stored_cards
      set state = $state, brand = $brand, last_digits = $lastDigits, expires = $expires?,
          instrument = coalesce($instrument?, instrument), checked_at = $now
    where member_id = $memberId and card_id = $cardId and state not in ('revoking', 'revoked')`,
);

/** Forgets a card except for its mandate, which stays until the provider has revoked it. */
export const forgetCard = statement(
  'payments.forget-card',
  `update stored_cards set state = 'revoking', brand = '', last_digits = '', expires = null, instrument = null
    where member_id = $memberId and card_id = $cardId and state <> 'revoked'`,
);

export const endCard = statement(
  'payments.end-card',
  `update stored_cards set state = 'revoked', checked_at = $now
    where member_id = $memberId and card_id = $cardId and state = 'revoking'`,
);

export const listRepeatable = statement(
  'payments.list-repeatable',
  `select bundle_id, credits, amount, fee, currency, method, settled_at from (
     select distinct on (bundle_id) bundle_id, credits, amount, fee, currency, method, settled_at
       from payments
      where member_id = $memberId and status = 'completed' and not offer_used and settled_at is not null
      order by bundle_id, settled_at desc) as latest
    order by settled_at desc limit $limit`,
);

export type RepeatableRow = RowOf<typeof listRepeatable>;

export const setInstrument = statement(
  'payments.set-instrument',
  'update payments set instrument = $instrument where member_id = $memberId and payment_id = $paymentId and instrument is null',
);
