-- A gift that its receiver has not answered with a text yet: the first answer costs nothing.
alter table inbox add column gift_unanswered boolean not null default false;
-- `started` counts towards the conversations that a free member may start: fictional members do not count.
update inbox set started = false from profiles where profiles.member_id = inbox.other_id and profiles.fictional and inbox.started;
