-- A quiet goodbye is the last message of a conversation: the database refuses any after it, whatever was under way.
set local lock_timeout = '10s';

alter table conversations add column closed_seq integer;
alter table conversations add constraint conversations_closed check (closed_seq is null or last_seq <= closed_seq);

alter table inbox add column closed boolean not null default false;

alter table messages drop constraint messages_kind;
alter table messages add constraint messages_kind check (
  (kind = 'text' and text is not null and photo_id is null and gift is null)
  or (kind = 'photo' and photo_id is not null and gift is null)
  or (kind = 'gift' and gift is not null and photo_id is null)
  or (kind = 'goodbye' and text is null and photo_id is null and gift is null and credits = 0));
