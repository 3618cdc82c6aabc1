set local lock_timeout = '10s';

-- Whether e-mails to the member's address come back: its member is told, also where every kind of notice was off before.
alter table members add column address_failed boolean not null default false;

-- Nodes of the older version note what came back among the kinds alone.
create function note_failed_address() returns trigger language plpgsql as $$
begin
  new.address_failed := true;
  return new;
end $$;
create trigger members_address_failed before update of notifications_off on members for each row
  when (jsonb_path_exists(new.notifications_off, '$.* ? (@ == "bounce")')
        and not jsonb_path_exists(old.notifications_off, '$.* ? (@ == "bounce")'))
  execute function note_failed_address();

-- A new address has not failed yet. The database says so, because not every way to a new address knows of notices.
create or replace function begin_with_new_address() returns trigger language plpgsql as $$
begin
  new.address_failed := false;
  new.notifications_off := (
    select coalesce(jsonb_object_agg(kind, reason), '{}')
      from jsonb_each_text(new.notifications_off) as off (kind, reason) where reason <> 'bounce');
  return new;
end $$;
