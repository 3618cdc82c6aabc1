-- The alerts about their account that a member closed for good, on whatever device (specification, section 4).
set local lock_timeout = '10s';

create table dismissed_alerts (
  member_id uuid not null,
  name text not null,
  dismissed_at timestamptz not null,
  constraint dismissed_alerts_pkey primary key (member_id, name)
);
