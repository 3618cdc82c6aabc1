-- Whether the buyer has paid and only their bank has not answered yet: such an order is not theirs to cancel.
set local lock_timeout = '10s';

alter table payments add column under_way boolean not null default false;
