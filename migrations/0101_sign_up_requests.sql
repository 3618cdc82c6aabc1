-- Sign-ups on discreet sites, until the job that opens their accounts has run. Small and short-lived.
create table sign_up_requests (
  member_id uuid not null,
  site text not null,
  account jsonb not null,
  requested_at timestamptz not null,
  constraint sign_up_requests_pkey primary key (member_id)
);
