-- An order by nearness reads the members of each town in the order of activity. The most common filters are read from the
-- index alone.
create index searchable_near on searchable (crowd, town, last_active_at desc, member_id)
  include (date_of_birth, photo, fictional) where town is not null;
