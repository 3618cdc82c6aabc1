-- The reconciler asks about open, paid and failed payments each at a pace of their own. A backlog of failed ones, which
-- grows by thousands a day, is not read to find an open one.
set local lock_timeout = '10s';

create index payments_due_open on payments (due_at) where status in ('loading', 'pending') and due_at is not null;
create index payments_due_paid on payments (due_at) where status in ('completed', 'mismatch') and due_at is not null;
create index payments_due_failed on payments (due_at) where status = 'failed' and due_at is not null;
drop index payments_open;
drop index payments_standing;
