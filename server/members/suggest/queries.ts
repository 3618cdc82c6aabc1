import { statement } from '../../platform/database/database.ts';

export const listTraits = statement(
  'members.list-traits',
  'select member_id, town, interests, date_of_birth from profiles where member_id = any($memberIds::uuid[])',
);

export const findTable = statement(
  'members.find-evening-table',
  'select evening::text as evening, guest_ids from evening_tables where member_id = $memberId',
);

/** Does nothing if this evening already has a table: the first device draws it for all. */
export const layTable = statement(
  'members.lay-evening-table',
  `insert into evening_tables (member_id, evening, guest_ids) values ($memberId, $evening::date, $guestIds::uuid[])
   on conflict on constraint evening_tables_pkey do update set evening = excluded.evening, guest_ids = excluded.guest_ids
    where evening_tables.evening < excluded.evening`,
);

export const deleteEveningTable = statement(
  'members.delete-evening-table',
  'delete from evening_tables where member_id = $memberId',
);

export const purgeEveningTables = statement(
  'members.purge-evening-tables',
  'delete from evening_tables where evening < $before::date',
);
