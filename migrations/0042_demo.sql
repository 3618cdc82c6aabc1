-- The label of a fictional profile can never be removed, whoever writes to the table.
create function refuse_unlabelling() returns trigger language plpgsql as $$
begin
  if old.fictional and not new.fictional then
    raise exception 'the label of a fictional member stays' using constraint = 'profiles_label', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger profiles_label before update of fictional on profiles for each row execute function refuse_unlabelling();
