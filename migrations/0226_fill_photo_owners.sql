-- The photos from before the trigger. One that is deleted at this moment waits, and takes its row along.
set local lock_timeout = '10s';

insert into photo_owners (photo_id, member_id)
select photo_id, member_id from photos for key share
on conflict (photo_id) do nothing;
