import { statement } from '../../platform/database/database.ts';

/** Keeps the later edit. */
export const storeDraft = statement(
  'chat.store-draft',
  `insert into drafts (member_id, other_id, text, written_at) values ($memberId, $otherId, $text, $at)
   on conflict (member_id, other_id) do update set text = excluded.text, written_at = excluded.written_at
    where drafts.written_at < excluded.written_at`,
);

export const findDraft = statement(
  'chat.find-draft',
  'select text, written_at from drafts where member_id = $memberId and other_id = $otherId',
);

export const forgetOldestDrafts = statement(
  'chat.forget-oldest-drafts',
  `delete from drafts where member_id = $memberId
      and other_id in (select d.other_id from drafts d where d.member_id = $memberId order by d.written_at desc offset $kept)`,
);

/** Empties drafts that were sent as messages. A draft whose text has changed since then stays. */
export const clearSentDrafts = statement(
  'chat.clear-sent-drafts',
  `update drafts d set text = '', written_at = greatest($now, d.written_at + interval '1 millisecond')
     from json_to_recordset($sent::json) as s (member_id uuid, other_id uuid, text text)
    where d.member_id = s.member_id and d.other_id = s.other_id and d.text <> ''
      and btrim(d.text, E' \\t\\r\\n') = btrim(s.text, E' \\t\\r\\n')
   returning d.member_id, d.other_id, d.text, d.written_at`,
);
