-- Declarations and refunds by hand have terms.
set local lock_timeout = '10s';

-- When its state last changed: its link works, and once answered it is kept, so long from then.
alter table withdrawal_requests add column moved_at timestamptz;

-- When the buyer has to have the money: 14 days after the declaration.
alter table withdrawal_tasks add column due_at timestamptz not null default now() + interval '14 days';
update withdrawal_tasks set due_at = created_at + interval '14 days';
