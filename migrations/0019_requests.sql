-- The words in which the buyer asked to begin at once and acknowledged what that costs, as they were shown.
alter table payments add column begun_text text;

create function refuse_other_request() returns trigger language plpgsql as $$
begin
  raise exception 'what the buyer of an order asked for is frozen' using constraint = 'payments_frozen', errcode = 'integrity_constraint_violation';
end $$;
create trigger payments_request before update on payments
  for each row when (new.begun_text is distinct from old.begun_text) execute function refuse_other_request();
