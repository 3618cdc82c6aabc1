-- Which messages of the other a member was given whole, opened or not: by pages that mark nothing as read, by the list of
-- conversations, by a search or by an event. Returns leave them out; what is read and unread is counted without it.
alter table inbox add column served int4multirange not null default '{}';
