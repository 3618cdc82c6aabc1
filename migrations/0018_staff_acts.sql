-- "Staff" is the word of the field for those who moderate and support. Start credits are claimed by a hash of the mailbox.
alter table start_credit_holders rename column holder to mailbox_hash;

alter table desk_acts rename to staff_acts;
alter table staff_acts rename constraint desk_acts_pkey to staff_acts_pkey;
alter table staff_acts rename constraint desk_acts_act to staff_acts_act;
alter table staff_acts rename constraint desk_acts_identity to staff_acts_identity;
alter table staff_acts rename constraint desk_acts_who to staff_acts_who;
alter index desk_acts_number rename to staff_acts_number;
alter trigger desk_acts_append_only on staff_acts rename to staff_acts_append_only;
alter trigger desk_acts_no_truncate on staff_acts rename to staff_acts_no_truncate;
alter trigger desk_acts_second_decision on staff_acts rename to staff_acts_second_decision;

-- These functions name the table in their text.
create or replace function refuse_nameless_decision() returns trigger language plpgsql as $$
begin
  if new.state in ('accepted', 'paying_back', 'paid_by_hand') and not exists (
    select from staff_acts where number = new.mismatch_id::text
       and act = case new.state when 'accepted' then 'mismatches-accept' when 'paying_back' then 'mismatches-pay' else 'mismatches-paid' end
  ) then
    raise exception 'nobody decided about the money' using constraint = 'mismatches_decided_by', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function refuse_nameless_closing() returns trigger language plpgsql as $$
begin
  if not exists (select from staff_acts where number = new.number and act = 'close') then
    raise exception 'nobody closed the complaint' using constraint = 'complaints_closed_by', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function refuse_second_decision() returns trigger language plpgsql as $$
begin
  if exists (
    with recursive contested as (
      select c.contests as number from complaints c where c.number = new.number and c.contests is not null
      union
      select new.contests where new.contests is not null
      union
      select c.contests from complaints c join contested on c.number = contested.number where c.contests is not null
    )
    select from staff_acts a join contested on contested.number = a.number
     where a.act in ('close', 'moderate') and lower(normalize(btrim(a.who), nfkc)) = new.who
  ) then
    raise exception 'somebody else decides about an objection' using constraint = 'staff_acts_second_decision', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
