-- no transaction
-- Sessions are found by their member and token, so that they lie on the machine of their member. Tokens that programs
-- from before this file gave out do not name the member; an index finds those until the last has expired.
drop index concurrently if exists sessions_key;
create unique index concurrently sessions_key on sessions (member_id, token_hash);
drop index concurrently if exists sessions_token;
create index concurrently sessions_token on sessions (token_hash);
drop index concurrently if exists sessions_member;
