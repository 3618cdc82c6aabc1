-- Receipts and credit notes: one for each entry of the money journal, numbered 1 to n for each company without gaps.
-- What is printed is frozen with the number and kept; nothing of it changes or goes.
set local lock_timeout = '10s';

-- The last number of each company. Whoever takes the next one holds the row until the receipt is committed.
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

-- Which receipt has a number.
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

create table receipts (
  member_id uuid not null,
  payment_id uuid not null,
  -- Number of the money entry that it is about.
  entry integer not null,
  company text not null,
  number integer not null,
  issued_at timestamptz not null,
  document jsonb not null,
  constraint receipts_pkey primary key (member_id, payment_id, entry),
  constraint receipts_entry_fkey foreign key (member_id, payment_id, entry) references money_entries (member_id, payment_id, number),
  constraint receipts_number check (number > 0)
);
create trigger receipts_kept before update or delete on receipts for each row execute function refuse_change();
create trigger receipts_no_truncate before truncate on receipts for each statement execute function refuse_change();

-- The number of the receipt of the purchase itself.
alter table payments add column receipt_number integer;
