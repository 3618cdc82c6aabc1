-- On what a complaint was closed as acted on, so that who made it is not told of it once it is taken back. Never shown to them.
alter table complaints add column measure text;
alter table complaints add constraint complaints_measure check (measure is null or outcome = 'acted');

create or replace function refuse_other_complaint() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'outcome' - 'closed_at' - 'measure') is distinct from (to_jsonb(old) - 'outcome' - 'closed_at' - 'measure')
     or old.closed_at is not null then
    raise exception 'what was said and decided stays' using constraint = 'complaints_frozen', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
