-- Who acts at the desk comes from the operating system, and every command records its act. `account`: the account of the
-- machine by which they came, where that is not their own. `contests`: the decision that a closing is about, where the
-- complaint does not name it. Older rows have names that were typed.
alter table desk_acts add column account text;
alter table desk_acts add column contests text;

-- The program declares which acts there are; what is recorded is one of its words.
alter table desk_acts drop constraint desk_acts_act;
alter table desk_acts add constraint desk_acts_act check (act ~ '^[a-z]+(-[a-z]+)*$');
alter table desk_acts add constraint desk_acts_identity
  check (who = lower(normalize(btrim(who), nfkc)) and who !~ '\s' and account is not null) not valid;

create index desk_acts_number on desk_acts (number) where number is not null;

-- Whoever decided first, or about an earlier objection, does not close the objection (regulation 2022/2065, article 20(6)).
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
     where a.act in ('close', 'measure') and lower(normalize(btrim(a.who), nfkc)) = new.who
  ) then
    raise exception 'somebody else decides about an objection' using constraint = 'desk_acts_second_decision', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger desk_acts_second_decision before insert on desk_acts
  for each row when (new.act = 'close') execute function refuse_second_decision();

-- No complaint is closed before it is recorded who does it.
create function refuse_nameless_closing() returns trigger language plpgsql as $$
begin
  if not exists (select from desk_acts where number = new.number and act = 'close') then
    raise exception 'nobody closed the complaint' using constraint = 'complaints_closed_by', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger complaints_closed_by before update on complaints
  for each row when (old.closed_at is null and new.closed_at is not null) execute function refuse_nameless_closing();
