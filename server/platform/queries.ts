import { statement } from './database/database.ts';

export const findResults = statement(
  'platform.find-results',
  `select k.member_id, k.key, encode(k.body_hash, 'hex') as body_hash, k.answer
     from json_to_recordset($calls::json) as c (member_id uuid, key uuid)
     join idempotency_keys k using (member_id, key)`,
);

export const insertResults = statement(
  'platform.insert-results',
  `insert into idempotency_keys (member_id, key, operation, body_hash, answer, created_at)
   select member_id, key, operation, decode(body_hash, 'hex'), answer, $now
     from json_to_recordset($results::json)
          as c (member_id uuid, key uuid, operation text, body_hash text, answer jsonb)`,
);

export const deleteOldResults = statement(
  'platform.delete-old-results',
  'delete from idempotency_keys where created_at < $before',
);

/** `now` is in milliseconds, the unit of the limits. */
export const purgeRateLimits = statement('platform.purge-rate-limits', 'delete from rate_limits where expire < $now');

export const deleteMemberResults = statement(
  'platform.delete-member-results',
  'delete from idempotency_keys where member_id = $memberId',
);
