set local lock_timeout = '10s';

-- Whether e-mails to the member's address come back: its member is told, also where every kind of notice was off before.
alter table members add column address_failed boolean not null default false;
update members set address_failed = true where jsonb_path_exists(notifications_off, '$.* ? (@ == "bounce")');

-- A new address has not failed yet. The database says so, because not every way to a new address knows of notices.
create or replace function begin_with_new_address() returns trigger language plpgsql as $$
begin
  new.address_failed := false;
  new.notifications_off := (
    select coalesce(jsonb_object_agg(kind, reason), '{}')
      from jsonb_each_text(new.notifications_off) as off (kind, reason) where reason <> 'bounce');
  return new;
end $$;
