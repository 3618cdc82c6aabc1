-- Sites can have separate members: a member is found only within the pool of the site on which they signed up.
alter table profiles add column pool text not null default 'default';

-- A copy of the photo at position 0, so that a search does not read the photos table.
alter table profiles add column main_photo_status text;
alter table profiles add constraint profiles_main_photo_status check (main_photo_status in ('approved', 'pending', 'rejected'));
alter table profiles add constraint profiles_main_photo_both check ((main_photo is null) = (main_photo_status is null));

-- For searches over both genders, latest activity first.
create index profiles_latest on profiles (country, last_active_at desc) where status = 'active' and not invisible;

-- A banned, deleted or leaving account is never visible, whoever changes its status.
create function hide_profile_of_gone_member() returns trigger language plpgsql as $$
begin
  if new.status in ('pending_deletion', 'banned', 'deleted') then
    update profiles set status = 'hidden' where member_id = new.member_id;
  elsif old.status in ('pending_deletion', 'banned', 'deleted') then
    update profiles set status = case when new.status = 'active' then 'active' else 'disabled' end where member_id = new.member_id;
  end if;
  return null;
end $$;
create trigger members_hide_profile after update of status on members
  for each row when (old.status is distinct from new.status) execute function hide_profile_of_gone_member();

-- The likes that a member received, newest first, and those not announced yet, oldest first.
create index likes_received_latest on likes_received (member_id, created_at desc);
create index likes_received_new on likes_received (member_id, created_at) where seen_at is null;
create index likes_given_latest on likes_given (member_id, created_at desc);
