import { statement } from '../platform/database/database.ts';

export const insertErasure = statement(
  'erasure.insert-erasure',
  'insert into erasures (member_hash, erased_at) values ($memberHash, $now) on conflict do nothing',
);

export const findErasures = statement(
  'erasure.find-erasures',
  'select member_hash from erasures where member_hash = any($hashes::text[])',
);

/** Members who are listed as erased but still in the database. Scans all machines, but only after a restore. */
export const findUnerased = statement(
  'erasure.find-unerased',
  `select member_id from members where encode(sha256(convert_to(member_id::text, 'UTF8')), 'hex') = any($hashes::text[])`,
);

export const pageErasures = statement(
  'erasure.page-erasures',
  'select member_hash from erasures where member_hash > $after order by member_hash limit 1000',
);

/** The clocks of the nodes and of the database may differ: the day before is read again. */
export const findUnreadDays = statement(
  'erasure.find-unread-days',
  `select case when current_date > read_all_until then erasures_read_until - 1 end as since,
          (now() at time zone 'UTC')::date as today
     from restore_state`,
);

export const setReadUntil = statement(
  'erasure.set-read-until',
  'update restore_state set erasures_read_until = greatest(erasures_read_until, $today)',
);

export const findNotes = statement('erasure.find-notes', 'select notes from restore_state');

export const lockNotes = statement('erasure.lock-notes', 'select notes from restore_state for update');

export const setNotes = statement('erasure.set-notes', 'update restore_state set notes = $notes');
