-- Visitors see a photo once a moderator has looked at it, also where members see it at once. What is stored so far was
-- looked at, unless it waits.
set local lock_timeout = '10s';

alter table photos add column checked boolean not null default true;
update photos set checked = false where photo_id in (select photo_id from photo_queue);
alter table photos alter column checked set default false;

-- Of the main photo, beside it, so that lists need no join.
alter table profiles add column main_photo_checked boolean not null default true;
update profiles set main_photo_checked = false where main_photo in (select photo_id from photo_queue);
alter table profiles alter column main_photo_checked set default false;
