-- Which erasures of the ledger this database has seen: the ledger itself is kept apart from it, so that after the
-- restore of an older backup the missing ones show. A hash of the id, and nothing else of the member.
create table erasures (
  member_hash text not null,
  erased_at timestamptz not null,
  constraint erasures_pkey primary key (member_hash)
);

-- A receipt stays as it was issued; only the buyer's name may be taken out of it.
create function refuse_receipt_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.document = jsonb_set(old.document, '{buyer,lines,0}', '""')
     and (new.member_id, new.payment_id, new.entry, new.company, new.number, new.issued_at)
         is not distinct from (old.member_id, old.payment_id, old.entry, old.company, old.number, old.issued_at) then
    return new;
  end if;
  raise exception 'a receipt stays' using constraint = 'ledger_append_only', errcode = 'integrity_constraint_violation';
end $$;
drop trigger receipts_kept on receipts;
create trigger receipts_kept before update or delete on receipts for each row execute function refuse_receipt_change();

-- The name and the text of a mandate go when nobody can rely on it any more; everything else stays as it was shown.
create or replace function refuse_debit_change() returns trigger language plpgsql as $$
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
