-- How often the use of the ledger of erasures was noted, here and in the ledger: a database or a ledger that comes from a
-- backup has the lower number. Then the day up to which the ledger was read. Programs of the last release may still add
-- to it in their own way, so that each start reads all of it for a month.
create table restore_state (
  one boolean not null default true,
  notes integer not null default 0,
  erasures_read_until date,
  read_all_until date not null default current_date + 30,
  constraint restore_state_pkey primary key (one),
  constraint restore_state_one check (one)
);
insert into restore_state default values;
