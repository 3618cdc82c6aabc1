-- What staff did about a member or what they put here, with the reasons that the member is given, and what contests it.
create table measures (
  -- Of the statement of reasons, which is another than the number of a complaint: that one leads to who complained.
  number text not null,
  member_id uuid not null,
  kind text not null,
  ground text not null,
  -- The words of the law, where that is the ground.
  law text not null,
  facts text not null,
  source text not null,
  decided_at timestamptz not null,
  lifted_at timestamptz,
  constraint measures_pkey primary key (number),
  constraint measures_kind check (kind in ('ban', 'photo', 'text')),
  constraint measures_ground check (ground in ('respect', 'own', 'selling', 'harm', 'robots', 'adult', 'law')),
  constraint measures_law check ((ground = 'law') = (law <> '')),
  constraint measures_facts check (facts <> ''),
  constraint measures_source check (source in ('report', 'own'))
);
create index measures_member on measures (member_id, decided_at);

-- The number of the complaint or the statement whose decision this one contests.
alter table complaints add column contests text;

alter table desk_acts drop constraint desk_acts_act;
alter table desk_acts add constraint desk_acts_act
  check (act in ('list', 'show', 'answer', 'close', 'departures', 'measure', 'lift')) not valid;

create function refuse_other_measure() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'lifted_at') is distinct from (to_jsonb(old) - 'lifted_at') or old.lifted_at is not null then
    raise exception 'what was decided stays' using constraint = 'measures_frozen', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger measures_frozen before update on measures for each row execute function refuse_other_measure();
