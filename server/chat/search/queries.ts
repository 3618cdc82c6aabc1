import { statement } from '../../platform/database/database.ts';

/** The conversations of a member, latest first, from a place on. `place` is `last_at` in microseconds. */
export const listSides = statement(
  'chat.list-searched-sides',
  `select conversation_id, other_id, cleared_seq, last_seq, (extract(epoch from last_at) * 1000000)::bigint as place
     from inbox
    where member_id = $memberId and not hidden
      and (last_at, conversation_id) <= (coalesce(timestamptz 'epoch' + $place?::bigint * interval '1 microsecond', 'infinity'),
                                         coalesce($id?::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by last_at desc, conversation_id desc limit $limit`,
);

/**
 * Messages of some conversations that contain words, in the order of the conversations and the latest first: of each those
 * above its floor, by its one sender if it has one here, and of all those between two `seq`. Reads by the key of the
 * messages; nothing is indexed for it. The words are read once, not for each message: that takes as long as to compare
 * them. Words that the language leaves out are searched as they are. What matches stands between U+E000 and U+E001, which
 * are taken out of the text before.
 */
export const findMessages = statement(
  'chat.find-messages',
  `with asked as materialized (
     select config, to_tsquery(config, $words) as query
       from (select case when numnode(to_tsquery($config::text::regconfig, $words)) = 0 then 'simple'::regconfig
                         else $config::text::regconfig end as config) c),
   found as (
     select array_position($ids::uuid[], m.conversation_id) as place, m.conversation_id, m.seq, m.sender_id, m.text,
            m.created_at, a.config, a.query
       from messages m cross join asked a
      where m.conversation_id = any($ids::uuid[]) and m.seq > $above and m.seq < $below
        and m.seq > ($floors::integer[])[array_position($ids::uuid[], m.conversation_id)]
        and m.sender_id = coalesce(($senders::uuid[])[array_position($ids::uuid[], m.conversation_id)], m.sender_id)
        and m.text is not null and m.removed_at is null and to_tsvector(a.config, m.text) @@ a.query
      order by 1, m.seq desc limit $limit)
   select conversation_id, seq, sender_id, created_at,
          ts_headline(config, translate(text, '\u{E000}\u{E001}', ''), query,
                      'StartSel=\u{E000}, StopSel=\u{E001}, MaxWords=24, MinWords=12') as marked
     from found order by place, seq desc`,
  { present: ['marked'] },
);
