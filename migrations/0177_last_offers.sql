-- The discount that is offered to a member who is about to leave: once, with an end that nothing moves.
create table last_offers (
  member_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  constraint last_offers_pkey primary key (member_id),
  constraint last_offers_window check (ends_at > starts_at)
);
