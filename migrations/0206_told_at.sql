set local lock_timeout = '10s';

-- Only an e-mail that was sent takes the time until the next one: `sent_at` is when the last one of any kind was sent,
-- `told_at` when the last one about messages and likes was. The job `claimed_by` began to send one at `claimed_at`, which
-- is null once it was sent. `mailed_at` and `sent_by` are no longer read: nodes of the older version still write them.
alter table notices add column told_at timestamptz;
alter table notices add column claimed_at timestamptz;
alter table notices add column claimed_by text;
