-- Visits by links that ask for them to be counted, and how many of them ended without a step further. Nothing of the visitor.
create table source_days (
  network text not null,
  ref text not null,
  site text not null,
  day date not null,
  visits integer not null default 0,
  bounces integer not null default 0,
  constraint source_days_pkey primary key (network, ref, site, day),
  constraint source_days_bounces check (bounces between 0 and visits)
);
