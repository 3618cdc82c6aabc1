-- Covers every column that a visitor can filter by, so that a page of few who match is read from the index alone.
drop index searchable_for_visitors;
create index searchable_for_visitors on searchable (crowd, member_id) include (date_of_birth, photo, fictional, region);
