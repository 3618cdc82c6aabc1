-- The kinds of e-mail that a member does not get, each with its reason: `member` by their own choice on the page of
-- notices, `fbl` marked as spam, `bounce` the address does not work, `listunsubscribe` by the link in an e-mail.
set local lock_timeout = '10s';

alter table members add column notifications_off jsonb not null default '{}';

-- A new address has not failed yet. The database says so, because not every way to a new address knows of notices.
create function begin_with_new_address() returns trigger language plpgsql as $$
begin
  new.notifications_off := (
    select coalesce(jsonb_object_agg(kind, reason), '{}')
      from jsonb_each_text(new.notifications_off) as off (kind, reason) where reason <> 'bounce');
  return new;
end $$;
create trigger members_new_address before update of email on members
  for each row when (old.email <> new.email) execute function begin_with_new_address();
