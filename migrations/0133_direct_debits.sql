-- Direct debits: what a member asked for, the mandate that they gave by a code, and the one payment that uses it. The IBAN
-- and the number are kept sealed until the provider has the mandate; hashes and last digits remain.
set local lock_timeout = '10s';

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
  constraint debits_pkey primary key (member_id, debit_id),
  constraint debits_member_id_fkey foreign key (member_id) references wallets (member_id),
  constraint debits_payment_fkey foreign key (member_id, payment_id) references payments (member_id, payment_id),
  constraint debits_payment unique (member_id, payment_id),
  constraint debits_mandate unique (member_id, provider, mandate_id),
  constraint debits_reference unique (member_id, reference),
  constraint debits_reference_length check (length(reference) between 1 and 35),
  constraint debits_tries check (tries between 0 and 5),
  constraint debits_signed check (signed_at is not null or (mandate_id is null and payment_id is null)),
  constraint debits_collected check (payment_id is null or mandate_id is not null)
);

create index debits_sealed on debits (created_at) where sealed is not null;

create function refuse_debit_change() returns trigger language plpgsql as $$
begin
  if (new.bundle_id, new.amount, new.currency, new.discount_code, new.holder, new.iban_hash, new.phone_hash, new.reference, new.creditor, new.creditor_id,
      new.mandate_text, new.collect_on, new.language) is distinct from
     (old.bundle_id, old.amount, old.currency, old.discount_code, old.holder, old.iban_hash, old.phone_hash, old.reference, old.creditor, old.creditor_id,
      old.mandate_text, old.collect_on, old.language) then
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

-- A mandate for one debit is used once, and not after 36 months.
create unique index payments_one_debit on payments (member_id, provider, mandate)
  where method = 'sepa_direct_debit' and mandate is not null;

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

-- Accounts, numbers and members of direct debits by their hashes: the row is locked while an order counts what is open,
-- and says whether it is blocked.
create table debit_subjects (
  subject text not null,
  blocked_at timestamptz,
  constraint debit_subjects_pkey primary key (subject)
);

-- What is open by direct debit, by account and by member. It stands under the key of the lock, so that an order that
-- counts it misses none.
create table debit_uses (
  subject text not null,
  payment_id uuid not null,
  member_id uuid not null,
  amount integer not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint debit_uses_pkey primary key (subject, payment_id)
);
