set local lock_timeout = '10s';

-- Whom a letter has told that their account ends unless they come back, and when.
create table inactivity_warnings (
  member_id uuid not null,
  warned_at timestamptz not null,
  constraint inactivity_warnings_pkey primary key (member_id)
);

alter table desk_acts drop constraint desk_acts_act;
alter table desk_acts add constraint desk_acts_act check (act in ('list', 'show', 'answer', 'close', 'departures')) not valid;
