set local lock_timeout = '10s';

-- When the last e-mail was sent, of all kinds together, and the job that sent it, which may send it once more.
alter table notices add column sent_at timestamptz;
alter table notices add column sent_by text;
