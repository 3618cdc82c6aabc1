-- Received likes that were taken back. Given again within a day, such a like is the one that it was and notifies nobody.
create table likes_withdrawn (
  member_id uuid not null,
  sender_id uuid not null,
  created_at timestamptz not null,
  seen_at timestamptz,
  announced_at timestamptz,
  constraint likes_withdrawn_pkey primary key (member_id, sender_id)
);
