-- The filters that a member used last, as the query of a search. Null before the first search.
alter table members add column search jsonb;
