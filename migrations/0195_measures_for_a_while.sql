-- A ban can end by itself; when it did is kept, and only that and its being taken back ever change.
alter table measures add column ends_at timestamptz;
alter table measures add column ended_at timestamptz;
alter table measures add constraint measures_ends check (ends_at is null or (kind = 'ban' and ends_at > decided_at));
alter table measures add constraint measures_ended check (ended_at is null or (ends_at is not null and ended_at >= ends_at));
create index measures_ending on measures (ends_at) where ends_at is not null and ended_at is null and lifted_at is null;

create or replace function refuse_other_measure() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'lifted_at' - 'ended_at') is distinct from (to_jsonb(old) - 'lifted_at' - 'ended_at')
     or old.lifted_at is not null
     or (old.ended_at is not null and new.ended_at is distinct from old.ended_at) then
    raise exception 'what was decided stays' using constraint = 'measures_frozen', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
