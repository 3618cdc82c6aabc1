-- Declarations of one address in a day are counted before another one is acknowledged.
set local lock_timeout = '10s';

create index withdrawal_requests_address on withdrawal_requests (email, received_at);
