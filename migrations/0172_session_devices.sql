set local lock_timeout = '10s';

-- What members recognise their sessions by: browser and system of the login as words of a fixed list, never the header that
-- they are read from, and the country where a CDN reports it. Empty where it is not known.
alter table sessions add column browser text not null default '';
alter table sessions add column system text not null default '';
alter table sessions add column country text;
