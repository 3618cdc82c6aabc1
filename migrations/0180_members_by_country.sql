-- Unread reminders and weekly updates are planned country by country, a page of members after the other.
set local lock_timeout = '10s';

create index members_by_country on members (country, member_id) where status = 'active';
