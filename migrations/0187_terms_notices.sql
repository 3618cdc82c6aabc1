set local lock_timeout = '10s';

-- Which members were told of a version of the terms, by the moment from which it applies: when their letter was planned,
-- which happens once, and when they put away the notice in their pages.
create table terms_notices (
  member_id uuid not null,
  applies_at timestamptz not null,
  planned_at timestamptz,
  dismissed_at timestamptz,
  constraint terms_notices_pkey primary key (member_id, applies_at)
);
