import { statement } from './database/database.ts';

export const findAnswers = statement(
  'platform.find-answers',
  `select k.member_id, k.key, encode(k.body_hash, 'hex') as body_hash, k.answer
     from json_to_recordset($calls::json) as c (member_id uuid, key uuid)
     join idempotency_keys k using (member_id, key)`,
);

export const storeAnswers = statement(
  'platform.store-answers',
  `insert into idempotency_keys (member_id, key, operation, body_hash, answer, created_at)
   select member_id, key, operation, decode(body_hash, 'hex'), answer, $now
     from json_to_recordset($answers::json)
          as c (member_id uuid, key uuid, operation text, body_hash text, answer jsonb)`,
);

export const deleteOldAnswers = statement(
  'platform.delete-old-answers',
  'delete from idempotency_keys where created_at < $before',
);

/** `now` is in milliseconds, the unit of the limits. */
export const purgeRateLimits = statement('platform.purge-rate-limits', 'delete from rate_limits where expire < $now');

export const deleteMemberAnswers = statement(
  'platform.delete-member-answers',
  'delete from idempotency_keys where member_id = $memberId',
);

/** The one row that says what the database belongs to; locked, because processes that start together compare it. */
export const lockInstallation = statement(
  'platform.lock-installation',
  'select production_since, secret_hash, folder_id, payments_test from installation for update',
);

export const updateInstallation = statement(
  'platform.update-installation',
  `update installation
      set production_since = coalesce(production_since, $now), secret_hash = $secretHash, folder_id = $folderId,
          payments_test = $isTest`,
);

/** The next start then records its own SECRET. */
export const forgetSecret = statement('platform.forget-secret', 'update installation set secret_hash = null');

/** Whether there are orders. Read once, at the first start in production. */
export const findOrder = statement('platform.find-order', 'select true as found from payments limit 1');

/** Whether the demo site was filled here and not removed. Read once, at the first start in production. */
export const findDemoCast = statement(
  'platform.find-demo-cast',
  `select true as found from profiles p join members m using (member_id)
    where p.fictional and m.email like '%@demo.invalid' limit 1`,
);
