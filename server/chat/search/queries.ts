import { type RowOf, statement } from '../../platform/database/database.ts';
import { cursorDay, cursorTime } from '../queries.ts';

export const listSides = statement(
  'chat.list-searched-sides',
  `select conversation_id, other_id, cleared_seq, last_seq, read_seq, (extract(epoch from last_at) * 1000000)::bigint as place
     from inbox
    where member_id = $memberId and not hidden
      and (last_day, last_at, conversation_id)
          <= (${cursorDay}, ${cursorTime}, coalesce($id?::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by last_day desc, last_at desc, conversation_id desc limit $limit`,
);

/**
 * In the order of `ids`. `floors` and `senders` apply per conversation, `above` and `below` to all. Reads by the
 * primary key of messages; there is no search index.
 */
export const listTexts = statement(
  'chat.list-texts',
  `select m.conversation_id, m.seq, m.sender_id, m.kind, m.text, m.created_at
     from messages m
    where m.conversation_id = any($ids::uuid[]) and m.seq > $above and m.seq < $below
      and m.seq > ($floors::integer[])[array_position($ids::uuid[], m.conversation_id)]
      and m.sender_id = coalesce(($senders::uuid[])[array_position($ids::uuid[], m.conversation_id)], m.sender_id)
      and m.text is not null and m.removed_at is null
    order by array_position($ids::uuid[], m.conversation_id), m.seq desc`,
);

/** Returns which of the messages still have their text, and others with the same numbers: for texts from a replica. */
export const listStanding = statement(
  'chat.list-standing',
  `select conversation_id, seq from messages
    where conversation_id = any($ids::uuid[]) and seq = any($seqs::integer[]) and text is not null and removed_at is null`,
);

export type TextRow = RowOf<typeof listTexts>;

export const listStems = statement(
  'chat.list-stems',
  `select word, (ts_lexize($dictionary::text::regdictionary, word))[1] as stem from unnest($words::text[]) as word`,
  { present: ['word'] },
);

export const listStemmed = statement(
  'chat.list-stemmed',
  `select word, stem
     from (select word, (ts_lexize($dictionary::text::regdictionary, word))[1] as stem
             from unnest($words::text[]) as word offset 0) as stemmed
    where stem ^@ any($stems::text[])`,
  { present: ['word', 'stem'] },
);
