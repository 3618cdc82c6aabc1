-- Whom a member finds at the table of an evening: the same on every device, and for that evening only.
create table evening_tables (
  member_id uuid not null,
  -- The day of the last table, of the site's zone.
  evening date not null,
  guest_ids uuid[] not null,
  constraint evening_tables_pkey primary key (member_id),
  constraint evening_tables_member_id_fkey foreign key (member_id) references members (member_id),
  constraint evening_tables_guest_ids_check check (cardinality(guest_ids) between 1 and 6)
);
