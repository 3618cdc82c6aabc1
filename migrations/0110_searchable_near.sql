-- An order by nearness reads the members of each town in the order of activity.
create index searchable_near on searchable (crowd, town, last_active_at desc, member_id) where town is not null;
