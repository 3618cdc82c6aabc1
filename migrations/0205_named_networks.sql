-- A network can be named without being told of anything: then its visits and sign-ups stand under its name.
set local lock_timeout = '10s';

alter table networks drop constraint networks_urls;
