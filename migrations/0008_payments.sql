-- Tasks for support: refunds that the provider cannot make.
create table withdrawal_tasks (
  withdrawal_id uuid not null,
  member_id uuid not null,
  created_at timestamptz not null,
  -- When the buyer must have the money: 14 days after the declaration.
  due_at timestamptz not null default (now() + '14 days'),
  constraint withdrawal_tasks_pkey primary key (withdrawal_id)
);

create table mismatches (
  mismatch_id uuid not null,
  member_id uuid not null,
  payment_id uuid not null,
  provider text not null,
  provider_payment_id text not null,
  -- Merchant profile, amount and reason of the mismatch, as the provider reports them.
  profile text not null,
  amount integer not null,
  currency text not null,
  wrong text not null,
  -- Refunded amount.
  returned integer not null,
  state text not null,
  -- Idempotency key of the refund that staff decided on.
  refund_key uuid,
  seen_at timestamptz not null,
  decided_at timestamptz,
  constraint mismatches_pkey primary key (mismatch_id),
  constraint mismatches_payment unique (provider, provider_payment_id),
  constraint mismatches_amount check (amount >= 0 and returned >= 0),
  constraint mismatches_refund_key check (state not in ('paying_back', 'by_hand', 'paid_by_hand') or refund_key is not null),
  constraint mismatches_state check (state in ('open', 'accepted', 'paying_back', 'by_hand', 'paid_by_hand', 'returned', 'solved'))
);
create index mismatches_order on mismatches (payment_id);
create index mismatches_waiting on mismatches (seen_at) where state in ('open', 'paying_back', 'by_hand');

-- Every decision about somebody's money records who made it.
create function refuse_nameless_decision() returns trigger language plpgsql as $$
begin
  if new.state in ('accepted', 'paying_back', 'paid_by_hand') and not exists (
    select from desk_acts where number = new.mismatch_id::text
       and act = case new.state when 'accepted' then 'mismatches-accept' when 'paying_back' then 'mismatches-pay' else 'mismatches-paid' end
  ) then
    raise exception 'nobody decided about the money' using constraint = 'mismatches_decided_by', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger mismatches_decided_by before update on mismatches
  for each row when (new.state is distinct from old.state) execute function refuse_nameless_decision();

-- Declarations of the withdrawal form that needs no login.
create table withdrawal_requests (
  request_id uuid not null,
  site text not null,
  language text not null,
  name text not null,
  email text not null,
  order_number text not null,
  ordered_on text not null,
  declaration text not null,
  received_at timestamptz not null,
  state text not null,
  member_id uuid,
  payment_id uuid,
  -- When the state last changed. The link works, and the answered request is kept, for a period from then.
  moved_at timestamptz,
  constraint withdrawal_requests_pkey primary key (request_id),
  constraint withdrawal_requests_match check ((member_id is null) = (payment_id is null)),
  constraint withdrawal_requests_state check (state in ('received', 'asked', 'confirmed', 'support', 'closed'))
);
create index withdrawal_requests_address on withdrawal_requests (email, received_at);
create index withdrawal_requests_open on withdrawal_requests (received_at) where state in ('received', 'support');

create table provider_payments (
  provider text not null,
  provider_payment_id text not null,
  member_id uuid not null,
  payment_id uuid not null,
  constraint provider_payments_pkey primary key (provider, provider_payment_id)
);

-- The last receipt number of each company. The next receipt locks the row until it is committed.
create table receipt_counters (
  company text not null,
  last integer not null,
  constraint receipt_counters_pkey primary key (company)
);

create function refuse_number_gap() returns trigger language plpgsql as $$
begin
  if new.last <> (case when tg_op = 'INSERT' then 1 else old.last + 1 end) then
    raise exception 'receipts are numbered without gaps' using constraint = 'receipt_counters_gap', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger receipt_counters_gap before insert or update on receipt_counters for each row execute function refuse_number_gap();

create trigger receipt_counters_kept before delete on receipt_counters for each row execute function refuse_change();

-- Finds the receipt of a number.
create table receipt_numbers (
  company text not null,
  number integer not null,
  member_id uuid not null,
  payment_id uuid not null,
  entry integer not null,
  constraint receipt_numbers_pkey primary key (company, number)
);

create trigger receipt_numbers_kept before update or delete on receipt_numbers for each row execute function refuse_change();
create trigger receipt_numbers_no_truncate before truncate on receipt_numbers for each statement execute function refuse_change();

-- The lock rows of direct debit, one for each account, phone number and member, by hash. An order locks them while it
-- counts the exposure; they also say whether a subject is blocked.
create table debit_subjects (
  subject text not null,
  blocked_at timestamptz,
  constraint debit_subjects_pkey primary key (subject)
);

-- The exposure by direct debit of each subject, under the key of the lock, so that an order that counts it misses none.
create table debit_uses (
  subject text not null,
  payment_id uuid not null,
  member_id uuid not null,
  amount integer not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint debit_uses_pkey primary key (subject, payment_id)
);

-- An order and its payment. Price and credits are fixed at insertion, and a completed order never goes back.
create table payments (
  member_id uuid not null,
  payment_id uuid not null,
  bundle_id text not null,
  credits integer not null,
  amount integer not null,
  fee integer not null default 0,
  currency text not null,
  method text not null,
  provider text not null,
  provider_payment_id text,
  redirect_url text,
  status text not null,
  created_at timestamptz not null,
  checked_at timestamptz,
  settled_at timestamptz,
  -- Inputs for repeating an interrupted call to the provider: the same body under the same key creates no second
  -- payment.
  return_origin text not null default '',
  description text not null default '',
  language text not null default 'en',
  -- The merchant profile under which the provider created the payment. A report for another profile is a mismatch.
  provider_profile text,
  -- Totals that the provider reports as refunded and charged back. Only the trigger of `money_entries` changes them.
  refunded integer not null default 0,
  charged_back integer not null default 0,
  -- When to ask the provider again. Null once nothing can change any more.
  due_at timestamptz,
  site text not null default 'default',
  country text not null default '',
  list_amount integer,
  discount_code text,
  vat_rate integer not null default 0,
  begun_at timestamptz,
  mandate text,
  store_card boolean not null default false,
  stored_card_id uuid,
  instrument text,
  -- The number of the purchase's own receipt.
  receipt_number integer,
  -- `withdrawn`: the refunded total, in minor units, for which credits have been taken back. `waived`: credits that
  -- were not taken back for it, because a withdrawal never takes spent credits.
  withdrawn integer not null default 0,
  waived integer not null default 0,
  transfer_iban text,
  transfer_bic text,
  transfer_holder text,
  transfer_reference text,
  offer_used boolean not null default false,
  cancelled_at timestamptz,
  declared_country text,
  request_country text,
  payer_country text,
  under_way boolean not null default false,
  -- accepted: staff took the deviating amount as the price. returned: it was refunded, so the order has failed.
  mismatch text,
  lost integer not null default 0,
  region text,
  constraint payments_pkey primary key (member_id, payment_id),
  constraint payments_member_id_fkey foreign key (member_id) references wallets (member_id),
  constraint payments_amount check (amount > 0 and credits > 0 and fee >= 0),
  constraint payments_discount check (list_amount is null or list_amount >= amount),
  constraint payments_lost check (lost >= 0 and (lost = 0 or refunded + charged_back = amount + fee)),
  constraint payments_mismatch check (mismatch in ('accepted', 'returned')),
  constraint payments_offer_used check (not offer_used or status = 'completed' and discount_code is not null),
  constraint payments_reversed check (refunded >= 0 and charged_back >= 0 and refunded + charged_back <= amount + fee),
  constraint payments_status check (status in ('loading', 'pending', 'completed', 'failed', 'mismatch')),
  constraint payments_withdrawn check (withdrawn between 0 and amount + fee and waived between 0 and credits)
);
create index payments_due_failed on payments (due_at) where status = 'failed' and due_at is not null;
create index payments_due_open on payments (due_at) where status in ('loading', 'pending') and due_at is not null;
create index payments_due_paid on payments (due_at) where status in ('completed', 'mismatch') and due_at is not null;
create index payments_latest on payments (member_id, created_at desc);
-- Charges of one card run one at a time: the next waits until the last has failed or completed.
create unique index payments_one_charge on payments (member_id, stored_card_id)
  where stored_card_id is not null and status in ('loading', 'pending');
-- A mandate for one debit is used once, and not after 36 months.
create unique index payments_one_debit on payments (member_id, provider, mandate)
  where method = 'sepa_direct_debit' and mandate is not null;

create function refuse_other_card() returns trigger language plpgsql as $$
begin
  raise exception 'an order keeps its card' using constraint = 'payments_card_kept', errcode = 'integrity_constraint_violation';
end $$;
create trigger payments_card_kept before update on payments for each row
  when (new.store_card is distinct from old.store_card or new.stored_card_id is distinct from old.stored_card_id)
  execute function refuse_other_card();

create function refuse_debit_without_mandate() returns trigger language plpgsql as $$
begin
  perform 1 from debits
    where member_id = new.member_id and provider = new.provider and mandate_id = new.mandate
      and payment_id is null and signed_at > new.created_at - interval '36 months'
    for update;
  if not found then
    raise exception 'the mandate cannot be used' using constraint = 'payments_debit_mandate', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payments_debit_mandate before insert on payments for each row
  when (new.method = 'sepa_direct_debit' and new.mandate is not null) execute function refuse_debit_without_mandate();

create function refuse_unbooked_loss() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'what is lost changes only by an entry' using constraint = 'payments_lost', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payments_lost before update on payments
  for each row when (new.lost is distinct from old.lost) execute function refuse_unbooked_loss();

create function refuse_other_region() returns trigger language plpgsql as $$
begin
  raise exception 'where the buyer of an order is, is frozen' using constraint = 'payments_frozen', errcode = 'integrity_constraint_violation';
end $$;
create trigger payments_region before update on payments
  for each row when (new.region is distinct from old.region) execute function refuse_other_region();

-- The price of an order is frozen, with one exception: staff accept the lower amount that was paid.
create function refuse_unsettling() returns trigger language plpgsql as $$
begin
  if old.status = 'completed' and new.status <> 'completed' then
    raise exception 'a completed payment stays completed' using constraint = 'payments_settled', errcode = 'integrity_constraint_violation';
  end if;
  if old.status = 'completed' and new.offer_used <> old.offer_used then
    raise exception 'whether an order keeps its discount is decided when it completes' using constraint = 'payments_settled', errcode = 'integrity_constraint_violation';
  end if;
  if (new.credits, new.currency, new.fee, new.site, new.country, new.list_amount, new.discount_code, new.vat_rate, new.begun_at, new.mandate)
     is distinct from
     (old.credits, old.currency, old.fee, old.site, old.country, old.list_amount, old.discount_code, old.vat_rate, old.begun_at, old.mandate) then
    raise exception 'the price of an order is frozen' using constraint = 'payments_frozen', errcode = 'integrity_constraint_violation';
  end if;
  if new.amount <> old.amount and not (
    old.status = 'mismatch' and new.mismatch = 'accepted' and new.amount < old.amount
    and exists (select from mismatches m
                 where m.provider = new.provider and m.provider_payment_id = new.provider_payment_id and m.payment_id = new.payment_id
                   and m.state = 'accepted' and m.amount = new.amount + new.fee and m.currency = new.currency)
  ) then
    raise exception 'the price of an order is frozen' using constraint = 'payments_frozen', errcode = 'integrity_constraint_violation';
  end if;
  if (new.declared_country, new.request_country) is distinct from (old.declared_country, old.request_country)
     or old.payer_country is not null and new.payer_country is distinct from old.payer_country then
    raise exception 'where the buyer of an order is, is frozen' using constraint = 'payments_frozen', errcode = 'integrity_constraint_violation';
  end if;
  if (new.refunded, new.charged_back) is distinct from (old.refunded, old.charged_back) and pg_trigger_depth() < 2 then
    raise exception 'what went back changes only by an entry' using constraint = 'payments_reversed', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payments_settled before update on payments for each row execute function refuse_unsettling();

-- Waits for a concurrent removal of the card, so that no order uses it afterwards.
create function refuse_unusable_card() returns trigger language plpgsql as $$
begin
  perform 1 from stored_cards
    where member_id = new.member_id and card_id = new.stored_card_id and state = 'valid'
      and provider = new.provider and mandate_id = new.mandate
    for share;
  if not found then
    raise exception 'the card cannot be charged' using constraint = 'payments_stored_card', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payments_stored_card before insert on payments for each row
  when (new.stored_card_id is not null) execute function refuse_unusable_card();

create table debits (
  member_id uuid not null,
  debit_id uuid not null,
  bundle_id text not null,
  amount integer not null,
  currency text not null,
  discount_code text,
  begin_at_once boolean not null,
  language text not null,
  site text not null,
  holder text not null,
  iban_hash text not null,
  iban_country text not null,
  iban_last text not null,
  phone_hash text not null,
  phone_last text not null,
  sealed bytea,
  code_number integer not null default 0,
  code_at timestamptz,
  tries integer not null default 0,
  reference text not null,
  creditor text not null,
  creditor_id text not null,
  mandate_text text not null,
  collect_on date not null,
  signed_at timestamptz,
  provider text,
  mandate_id text,
  payment_id uuid,
  created_at timestamptz not null,
  refused_at timestamptz,
  constraint debits_pkey primary key (member_id, debit_id),
  constraint debits_mandate unique (member_id, provider, mandate_id),
  constraint debits_payment unique (member_id, payment_id),
  constraint debits_reference unique (member_id, reference),
  constraint debits_member_id_fkey foreign key (member_id) references wallets (member_id),
  constraint debits_payment_fkey foreign key (member_id, payment_id) references payments (member_id, payment_id),
  constraint debits_collected check (payment_id is null or mandate_id is not null),
  constraint debits_reference_length check (length(reference) between 1 and 35),
  constraint debits_refused check (refused_at is null or (signed_at is not null and sealed is null and mandate_id is null and payment_id is null)),
  constraint debits_signed check (signed_at is not null or (mandate_id is null and payment_id is null)),
  constraint debits_tries check (tries between 0 and 5)
);
create index debits_sealed on debits (created_at) where sealed is not null;

-- The name and the text of a mandate are deleted when nobody can rely on it any more. Everything else stays as it was
-- shown.
create function refuse_debit_change() returns trigger language plpgsql as $$
begin
  if (new.holder, new.mandate_text) is distinct from (old.holder, old.mandate_text)
     and (new.holder, new.mandate_text) is distinct from ('', '')
     or (new.bundle_id, new.amount, new.currency, new.discount_code, new.iban_hash, new.phone_hash, new.reference, new.creditor, new.creditor_id,
      new.collect_on, new.language) is distinct from
     (old.bundle_id, old.amount, old.currency, old.discount_code, old.iban_hash, old.phone_hash, old.reference, old.creditor, old.creditor_id,
      old.collect_on, old.language) then
    raise exception 'a mandate stays as it was shown' using constraint = 'debits_frozen', errcode = 'integrity_constraint_violation';
  end if;
  if old.signed_at is not null and new.signed_at is distinct from old.signed_at
     or old.mandate_id is not null and (new.provider, new.mandate_id) is distinct from (old.provider, old.mandate_id)
     or old.payment_id is not null and new.payment_id is distinct from old.payment_id then
    raise exception 'a mandate is given and used once' using constraint = 'debits_once', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger debits_frozen before update on debits for each row execute function refuse_debit_change();

create table money_entries (
  member_id uuid not null,
  payment_id uuid not null,
  number integer not null,
  from_account text not null,
  to_account text not null,
  amount integer not null,
  currency text not null,
  cause text not null,
  created_at timestamptz not null,
  constraint money_entries_pkey primary key (member_id, payment_id, number),
  constraint money_entries_payment_fkey foreign key (member_id, payment_id) references payments (member_id, payment_id),
  constraint money_entries_amount check (amount > 0),
  constraint money_entries_direction check (case cause
  when 'payment' then from_account = 'buyer' and to_account = 'sales'
  when 'refund' then from_account = 'sales' and to_account = 'buyer'
  when 'chargeback' then from_account = 'sales' and to_account = 'buyer'
  when 'refund_undone' then from_account = 'buyer' and to_account = 'sales'
  when 'chargeback_undone' then from_account = 'buyer' and to_account = 'sales'
  when 'loss' then from_account = 'losses' and to_account = 'buyer'
  when 'loss_undone' then from_account = 'buyer' and to_account = 'losses'
  else false
end)
);
create unique index money_entries_paid_once on money_entries (member_id, payment_id) where cause = 'payment';

-- Both sides of every entry. They sum to 0 in each currency.
create view money_postings as
  select member_id, payment_id, number, from_account as account, -amount as amount, currency, cause, created_at from money_entries
  union all
  select member_id, payment_id, number, to_account, amount, currency, cause, created_at from money_entries;

create trigger money_entries_append_only before delete or update on money_entries for each row execute function refuse_change();

-- Numbers the entry, requires a completed payment in the same currency, and changes the payment's reversed amounts.
create function apply_money_entry() returns trigger language plpgsql as $$
declare
  price integer;
begin
  update payments
     set refunded = refunded + case new.cause when 'refund' then new.amount when 'refund_undone' then -new.amount else 0 end,
         charged_back = charged_back
                        + case new.cause when 'chargeback' then new.amount when 'chargeback_undone' then -new.amount else 0 end,
         lost = lost + case new.cause when 'loss' then new.amount when 'loss_undone' then -new.amount else 0 end
   where member_id = new.member_id and payment_id = new.payment_id and status = 'completed' and currency = new.currency
   returning amount + fee into price;
  if not found or (new.cause = 'payment' and new.amount <> price) then
    raise exception 'no completed payment of this money' using constraint = 'money_entries_payment_fkey', errcode = 'foreign_key_violation';
  end if;
  select coalesce(max(number), 0) + 1 into new.number
    from money_entries where member_id = new.member_id and payment_id = new.payment_id;
  return new;
end $$;
create trigger money_entries_apply before insert on money_entries for each row execute function apply_money_entry();

create trigger money_entries_no_truncate before truncate on money_entries for each statement execute function refuse_change();

create table receipts (
  member_id uuid not null,
  payment_id uuid not null,
  -- Number of the money entry that the receipt is about.
  entry integer not null,
  company text not null,
  number integer not null,
  issued_at timestamptz not null,
  document jsonb not null,
  constraint receipts_pkey primary key (member_id, payment_id, entry),
  constraint receipts_entry_fkey foreign key (member_id, payment_id, entry) references money_entries (member_id, payment_id, number),
  constraint receipts_number check (number > 0)
);

-- A receipt stays as issued. Only the buyer's name may be removed from it.
create function refuse_receipt_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.document = jsonb_set(old.document, '{buyer,lines,0}', '""')
     and (new.member_id, new.payment_id, new.entry, new.company, new.number, new.issued_at)
         is not distinct from (old.member_id, old.payment_id, old.entry, old.company, old.number, old.issued_at) then
    return new;
  end if;
  raise exception 'a receipt stays' using constraint = 'ledger_append_only', errcode = 'integrity_constraint_violation';
end $$;
create trigger receipts_kept before update or delete on receipts for each row execute function refuse_receipt_change();

create trigger receipts_no_truncate before truncate on receipts for each statement execute function refuse_change();

create table withdrawals (
  member_id uuid not null,
  withdrawal_id uuid not null,
  payment_id uuid not null,
  state text not null,
  -- Refunded amount in minor units, and the credits taken back for it.
  amount integer not null,
  credits integer not null,
  -- When the buyer declared the withdrawal.
  declared_at timestamptz not null,
  confirmed_at timestamptz not null,
  -- The provider's id of the refund.
  refund_id text,
  -- When the provider was first asked for the refund.
  asked_at timestamptz,
  settled_at timestamptz,
  constraint withdrawals_pkey primary key (member_id, withdrawal_id),
  constraint withdrawals_payment_fkey foreign key (member_id, payment_id) references payments (member_id, payment_id),
  constraint withdrawals_amount check (amount > 0 and credits >= 0),
  constraint withdrawals_state check (state in ('confirmed', 'refunding', 'by_hand', 'refunded', 'failed'))
);
-- A purchase is withdrawn from once, unless the refund failed.
create unique index withdrawals_once on withdrawals (member_id, payment_id) where state <> 'failed';

create function refuse_other_withdrawal() returns trigger language plpgsql as $$
begin
  if (new.member_id, new.withdrawal_id, new.payment_id, new.amount, new.credits, new.declared_at, new.confirmed_at)
     is distinct from
     (old.member_id, old.withdrawal_id, old.payment_id, old.amount, old.credits, old.declared_at, old.confirmed_at)
     or old.state = 'failed' and new.state <> 'failed' then
    raise exception 'what was confirmed stays' using constraint = 'withdrawals_frozen', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger withdrawals_frozen before update on withdrawals for each row execute function refuse_other_withdrawal();

create trigger withdrawals_kept before delete on withdrawals for each row execute function refuse_change();

-- The provider's customer of a member. The key outlives a crash, so that the provider creates one customer.
create table payment_customers (
  member_id uuid not null,
  provider text not null,
  creation_key uuid not null,
  customer_id text,
  created_at timestamptz not null,
  -- Since when the provider should have forgotten an erased member. The row is deleted once it has.
  forget_at timestamptz,
  constraint payment_customers_pkey primary key (member_id, provider),
  constraint payment_customers_member_id_fkey foreign key (member_id) references wallets (member_id)
);
create index payment_customers_to_forget on payment_customers (forget_at) where forget_at is not null;

-- A mandate that a completed order created. The details that the member sees are empty until the provider reports them,
-- and again once the member has removed the card.
create table stored_cards (
  member_id uuid not null,
  card_id uuid not null,
  payment_id uuid not null,
  provider text not null,
  mandate_id text not null,
  method text not null,
  state text not null,
  brand text not null default '',
  last_digits text not null default '',
  expires text,
  instrument text,
  created_at timestamptz not null,
  checked_at timestamptz not null,
  constraint stored_cards_pkey primary key (member_id, card_id),
  constraint stored_cards_mandate unique (member_id, provider, mandate_id),
  constraint stored_cards_order unique (member_id, payment_id),
  constraint stored_cards_payment_fkey foreign key (member_id, payment_id) references payments (member_id, payment_id),
  constraint stored_cards_expires check (expires ~ '^\d{4}-\d\d$'),
  constraint stored_cards_state check (state in ('pending', 'valid', 'invalid', 'revoking', 'revoked'))
);

create function refuse_card_return() returns trigger language plpgsql as $$
begin
  if old.state = 'revoked' and new.state <> 'revoked' or old.state = 'revoking' and new.state not in ('revoking', 'revoked') then
    raise exception 'a removed card stays removed' using constraint = 'stored_cards_removed', errcode = 'integrity_constraint_violation';
  end if;
  if (new.payment_id, new.provider, new.mandate_id) is distinct from (old.payment_id, old.provider, old.mandate_id) then
    raise exception 'a card keeps its mandate' using constraint = 'stored_cards_kept', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger stored_cards_removed before update on stored_cards for each row execute function refuse_card_return();

create table reversals (
  member_id uuid not null,
  payment_id uuid not null,
  -- The provider's id of the refund or chargeback.
  reversal_id text not null,
  kind text not null,
  amount integer not null,
  undone boolean not null,
  seen_at timestamptz not null,
  undone_at timestamptz,
  constraint reversals_pkey primary key (member_id, payment_id, reversal_id),
  constraint reversals_payment_fkey foreign key (member_id, payment_id) references payments (member_id, payment_id),
  constraint reversals_amount check (amount > 0),
  constraint reversals_kind check (kind in ('refund', 'chargeback'))
);

create trigger reversals_kept before delete on reversals for each row execute function refuse_change();
create trigger reversals_no_truncate before truncate on reversals for each statement execute function refuse_change();

-- An undone reversal stays undone, and nothing else of it changes.
create function refuse_redoing() returns trigger language plpgsql as $$
begin
  if (new.member_id, new.payment_id, new.reversal_id, new.kind, new.amount, new.seen_at)
     is distinct from (old.member_id, old.payment_id, old.reversal_id, old.kind, old.amount, old.seen_at)
     or (old.undone and not new.undone) then
    raise exception 'a reversal is only ever undone' using constraint = 'reversals_undone', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger reversals_undone before update on reversals for each row execute function refuse_redoing();

-- The most that a member may spend in seven days, by their own choice. A lower limit applies at once, a higher one
-- later.
create table spending_limits (
  member_id uuid not null,
  currency text not null,
  -- Null for no limit.
  amount integer,
  next_amount integer,
  next_at timestamptz,
  break_until timestamptz,
  constraint spending_limits_pkey primary key (member_id),
  constraint spending_limits_member_id_fkey foreign key (member_id) references wallets (member_id),
  constraint spending_limits_amount check (amount >= 0 and next_amount >= 0)
);
