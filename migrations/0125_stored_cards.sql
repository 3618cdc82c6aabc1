-- Cards that members stored for later orders. A card is charged by an order of its member alone, and only while its
-- mandate at the provider is valid.
set local lock_timeout = '10s';

-- A member as the provider knows them. The key outlives a crash, so that the provider creates one customer.
create table payment_customers (
  member_id uuid not null,
  provider text not null,
  creation_key uuid not null,
  customer_id text,
  created_at timestamptz not null,
  constraint payment_customers_pkey primary key (member_id, provider),
  constraint payment_customers_member_id_fkey foreign key (member_id) references wallets (member_id)
);

-- A mandate that a completed order created. What the member sees of it is empty until the provider tells, and again
-- once the member removed it.
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
  constraint stored_cards_order unique (member_id, payment_id),
  constraint stored_cards_mandate unique (member_id, provider, mandate_id),
  constraint stored_cards_payment_fkey foreign key (member_id, payment_id) references payments (member_id, payment_id),
  constraint stored_cards_state check (state in ('pending', 'valid', 'invalid', 'revoking', 'revoked')),
  constraint stored_cards_expires check (expires ~ '^\d{4}-\d\d$')
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

alter table payments
  add column store_card boolean not null default false,
  add column stored_card_id uuid,
  add column instrument text;

-- A card is charged once at a time: a second try waits until the first one has failed.
create unique index payments_one_charge on payments (member_id, stored_card_id)
  where stored_card_id is not null and status in ('loading', 'pending');

-- Waits for a removal of the card that is being written, so that no order slips in beside it.
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

create function refuse_other_card() returns trigger language plpgsql as $$
begin
  raise exception 'an order keeps its card' using constraint = 'payments_card_kept', errcode = 'integrity_constraint_violation';
end $$;

create trigger payments_card_kept before update on payments for each row
  when (new.store_card is distinct from old.store_card or new.stored_card_id is distinct from old.stored_card_id)
  execute function refuse_other_card();
