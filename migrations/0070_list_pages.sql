-- Received likes in list order: new ones first, then the rest, each newest first.
create index likes_received_listed on likes_received (member_id, (seen_at is null), created_at, sender_id);
drop index likes_received_latest;
drop index likes_received_new;
