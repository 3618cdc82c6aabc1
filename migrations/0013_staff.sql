-- Every act of staff in the staff CLI: who, when, what.
create table desk_acts (
  act_id uuid not null,
  who text not null,
  act text not null,
  -- Null for the list.
  number text,
  detail text not null,
  acted_at timestamptz not null,
  -- `who` comes from the operating system. `account` is the machine's account if it is shared. `contests` is the
  -- decision that a closing is about, if the complaint does not name it.
  account text,
  contests text,
  constraint desk_acts_pkey primary key (act_id),
  constraint desk_acts_act check (act ~ '^[a-z]+(-[a-z]+)*$'),
  constraint desk_acts_identity check (who = lower(normalize(btrim(who), nfkc)) and who !~ '\s' and account is not null),
  constraint desk_acts_who check (who <> '')
);
create index desk_acts_number on desk_acts (number) where number is not null;

create trigger desk_acts_append_only before update or delete on desk_acts for each row execute function refuse_change();
create trigger desk_acts_no_truncate before truncate on desk_acts for each statement execute function refuse_change();

-- Somebody else decides about an objection (regulation 2022/2065, article 20(6)): neither the first decider nor one of
-- an earlier objection.
create function refuse_second_decision() returns trigger language plpgsql as $$
begin
  if exists (
    with recursive contested as (
      select c.contests as number from complaints c where c.number = new.number and c.contests is not null
      union
      select new.contests where new.contests is not null
      union
      select c.contests from complaints c join contested on c.number = contested.number where c.contests is not null
    )
    select from desk_acts a join contested on contested.number = a.number
     where a.act in ('close', 'moderate') and lower(normalize(btrim(a.who), nfkc)) = new.who
  ) then
    raise exception 'somebody else decides about an objection' using constraint = 'desk_acts_second_decision', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger desk_acts_second_decision before insert on desk_acts
  for each row when (new.act = 'close') execute function refuse_second_decision();
