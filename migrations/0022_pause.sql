-- A pause that a member chose: until then, the profile is `paused` instead of active, or stays hidden if the account is
-- banned or left meanwhile. A job ends it.
alter table profiles add column paused_until timestamptz;
alter table profiles drop constraint profiles_status;
alter table profiles add constraint profiles_status check (status in ('active', 'disabled', 'hidden', 'paused'));
alter table profiles add constraint profiles_paused check (status <> 'paused' or paused_until is not null);
create index profiles_paused on profiles (paused_until) where paused_until is not null;

-- A banned or deleted account is never visible, whoever changes its status. An account that comes back is still paused.
create or replace function hide_profile_of_gone_member() returns trigger language plpgsql as $$
begin
  if new.status in ('pending_deletion', 'banned', 'deleted') then
    update profiles set status = 'hidden' where member_id = new.member_id;
  elsif old.status in ('pending_deletion', 'banned', 'deleted') then
    update profiles
       set status = case when new.status <> 'active' then 'disabled' when paused_until is null then 'active' else 'paused' end
     where member_id = new.member_id;
  end if;
  return null;
end $$;
