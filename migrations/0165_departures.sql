-- Members who leave: hidden at once, erased when `due_at` has come. A small table that the job reads whole; why somebody
-- left is only counted, by the month and without saying who.
create table departures (
  member_id uuid not null,
  left_at timestamptz not null,
  due_at timestamptz not null,
  constraint departures_pkey primary key (member_id)
);
create index departures_due on departures (due_at);

create table departure_reasons (
  month date not null,
  reason text not null,
  members integer not null default 0,
  constraint departure_reasons_pkey primary key (month, reason)
);

alter table tokens drop constraint tokens_purpose;
alter table tokens add constraint tokens_purpose check (purpose in ('activation', 'reset', 'reactivation', 'mail-change', 'mail-revert'));
