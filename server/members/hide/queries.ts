import { statement } from '../../platform/database/database.ts';

/** Does nothing if the member already hides `most` others. */
export const insertHide = statement(
  'members.insert-hide',
  `insert into hides (member_id, hidden_id, created_at)
   select $memberId::uuid, $hiddenId::uuid, $now::timestamptz
    where (select count(*) from hides where member_id = $memberId::uuid) < $most::int
       on conflict do nothing`,
);

export const findHide = statement(
  'members.find-hide',
  'select hidden_id from hides where member_id = $memberId and hidden_id = $hiddenId',
);

export const deleteHide = statement(
  'members.delete-hide',
  'delete from hides where member_id = $memberId and hidden_id = $hiddenId',
);

export const listHides = statement(
  'members.list-hides',
  'select hidden_id from hides where member_id = $memberId order by created_at desc, hidden_id',
);

/** Keyed by the hiding member, so this runs on all machines. */
export const deleteHidesByOthers = statement(
  'members.delete-hides-by-others',
  'delete from hides where hidden_id = $memberId',
);

export const deleteHides = statement('members.delete-hides', 'delete from hides where member_id = $memberId');
