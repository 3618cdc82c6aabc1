-- Members are found by the beginning of their name, without regard to case and accents. Names have Latin letters only
-- (`contract/username.ts`), so that what is folded is ASCII and sorts by its bytes.
create function folded_name(name text) returns text language sql immutable strict parallel safe
  return lower(translate(replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(normalize(name, nfkd), U&'[\0300-\036F]', '', 'g'),
    'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
    'øØłŁđĐðÐħĦŧŦıŋŊĸ', 'oollddddhhttinnk'));

set local lock_timeout = '10s';

create index profiles_by_name on profiles
  (crowd_of(pool, country, gender, sexuality), (folded_name(name) collate "C"), member_id)
  where status = 'active' and not invisible and (main_photo_status is null or main_photo_status = 'approved');
