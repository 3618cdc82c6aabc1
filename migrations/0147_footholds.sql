-- What a message takes up from its receiver's profile: a sentence as it stood there, the key of an interest, or the id of
-- a photo.
set local lock_timeout = '10s';

alter table messages
  add column foothold_kind text,
  add column foothold text;

alter table messages add constraint messages_foothold_kind check (foothold_kind in ('about', 'interest', 'photo'));
alter table messages add constraint messages_foothold check (
  (foothold_kind is null) = (foothold is null) and (foothold_kind is null or kind <> 'gift'));
