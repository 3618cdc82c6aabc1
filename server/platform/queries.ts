import { statement } from './database/database.ts';

/** Reads a view: the result of a message follows from its charge, others are stored in `call_results`. */
export const findResults = statement(
  'platform.find-results',
  `select k.member_id, k.key, encode(k.body_hash, 'hex') as body_hash, k.answer
     from unnest($memberIds::uuid[], $keys::uuid[]) as c (member_id, key)
     join idempotency_keys k using (member_id, key)`,
);

export const insertResults = statement(
  'platform.insert-results',
  `insert into call_results (member_id, key, operation, body_hash, answer, created_at)
   select member_id, key, operation, decode(body_hash, 'hex'), answer, $now
     from json_to_recordset($results::json)
          as c (member_id uuid, key uuid, operation text, body_hash text, answer jsonb)`,
);

export const deleteOldResults = statement(
  'platform.delete-old-results',
  'delete from call_results where created_at < $before',
);

/** `now` is in milliseconds, the unit of the limits. */
export const purgeRateLimits = statement('platform.purge-rate-limits', 'delete from rate_limits where expire < $now');

/** How many processes take calls: each has one connection of such a name (`bus/pg-notify.ts`). */
export const countNodes = statement(
  'platform.count-nodes',
  `select count(*) as nodes from pg_stat_activity
    where datname = current_database()
      and application_name like 'tealight%bus' and application_name !~ '^tealight (worker|command) '`,
);

export const deleteMemberResults = statement(
  'platform.delete-member-results',
  'delete from call_results where member_id = $memberId',
);
