-- The result of a paid message follows from its charge and the message: `idempotency_keys` becomes a view of both.
create function find_charged_message(member_id uuid, other_id uuid, key uuid) returns messages language sql stable strict as $$
  select m.*
    from conversation_pairs p
    join messages m on m.conversation_id = p.conversation_id and m.sender_id = find_charged_message.member_id
                   and m.idempotency_key = find_charged_message.key
   where p.low_id = least(find_charged_message.member_id, find_charged_message.other_id)
     and p.high_id = greatest(find_charged_message.member_id, find_charged_message.other_id)
$$;

-- Programs of the last release empty messages and quotes of an erased member, too, and know no hash.
create function forget_body_hash() returns trigger language plpgsql as $$
begin
  new.body_hash = null;
  return new;
end $$;
create trigger messages_forget_hash before update on messages
  for each row when (new.body_hash is not null and (new.idempotency_key is null or new.quote is distinct from old.quote))
  execute function forget_body_hash();

-- Results are stored in `call_results` or follow from a charge. The view has the name and the columns of the former table,
-- so that programs of the last release find both and go on storing. Entries without a key are rows without one: a
-- condition would keep PostgreSQL from reading the entries by their index. While both run, the nightly purge of the older
-- program reads the whole ledger once.
-- squawk-ignore renaming-table
alter table idempotency_keys rename to call_results;
alter table call_results rename constraint idempotency_keys_pkey to call_results_pkey;
alter index idempotency_keys_age rename to call_results_age;
create view idempotency_keys as
  select member_id, key, operation, body_hash, answer, created_at from call_results
  union all
  select member_id, key, case when cause = 'gift' then 'sendGift' else 'sendMessage' end,
         (find_charged_message(member_id, other_id, key)).body_hash,
         jsonb_build_object('conversation_id', (find_charged_message(member_id, other_id, key)).conversation_id,
                            'message_id', cause_id, 'credits', balance_after),
         created_at
    from ledger_entries;
create rule idempotency_keys_insert as on insert to idempotency_keys do instead
  insert into call_results (member_id, key, operation, body_hash, answer, created_at)
  values (new.member_id, new.key, new.operation, new.body_hash, new.answer, new.created_at);
create rule idempotency_keys_delete as on delete to idempotency_keys do instead
  delete from call_results r where r.member_id = old.member_id and r.key = old.key;

-- The constraint that names each cause once now holds for entries without a key only.
alter table ledger_entries drop constraint ledger_entries_cause;
