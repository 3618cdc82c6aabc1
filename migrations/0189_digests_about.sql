set local lock_timeout = '10s';

-- What an e-mail was about, of the kinds that tell of a thing once, or of the same things a few times only. Such rows stay
-- as long as their member.
alter table digests add column about text;
create unique index digests_about on digests (member_id, kind, about) where kind in ('promotions', 'news');
-- The members of a country who are new.
create index members_joined on members (country, signup_at) where status = 'active';
-- Whose own a code is.
create index discount_codes_personal on discount_codes (member_id) where member_id is not null;
