-- What a member may spend within seven days, by their own choice: a lower limit holds at once, a higher one later.
create table spending_limits (
  member_id uuid not null,
  currency text not null,
  -- Null for no limit.
  amount integer,
  next_amount integer,
  next_at timestamptz,
  break_until timestamptz,
  constraint spending_limits_pkey primary key (member_id),
  constraint spending_limits_member_id_fkey foreign key (member_id) references wallets (member_id),
  constraint spending_limits_amount check (amount >= 0 and next_amount >= 0)
);
