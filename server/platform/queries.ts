import { statement } from './database/database.ts';

/** The member behind a session, as much of them as every call needs. */
export interface SessionRow {
  token: string;
  member_id: string;
  status: string;
  language: string;
  country: string;
  name: string;
  email: string;
  confirmed: boolean;
  paid: boolean;
  signup_at: Date;
  client: string;
  seen_at: Date;
  expires_at: Date;
}

/** Sessions by the hashes of their tokens, as JSON texts in hexadecimal digits. */
export const findSessions = statement<SessionRow>(
  'platform.find-sessions',
  `select h.token, m.member_id, m.status, m.language, m.country, m.name, m.email, m.confirmed_at is not null as confirmed,
          m.paid_at is not null as paid, m.signup_at, s.client, s.seen_at, s.expires_at
     from json_array_elements_text($1::json) as h (token)
     join sessions s on s.token_hash = decode(h.token, 'hex')
     join members m using (member_id)`,
);

export const insertSession = statement(
  'platform.insert-session',
  `insert into sessions (token_hash, member_id, client, created_at, seen_at, expires_at) values ($1, $2, $3, $4, $4, $5)`,
);

export const touchSession = statement(
  'platform.touch-session',
  'update sessions set seen_at = $2 where token_hash = $1',
);

export const deleteSession = statement('platform.delete-session', 'delete from sessions where token_hash = $1');

export const deleteSessionsOfMember = statement(
  'platform.delete-sessions-of-member',
  'delete from sessions where member_id = $1 and ($2::bytea is null or token_hash <> $2)',
);

export const lockWallet = statement('platform.lock-wallet', 'select 1 from wallets where member_id = $1 for update');

export const findAnswers = statement<{ member_id: string; key: string; body_hash: string; answer: unknown }>(
  'platform.find-answers',
  `select k.member_id, k.key, encode(k.body_hash, 'hex') as body_hash, k.answer
     from json_to_recordset($1) as c (member_id uuid, key uuid)
     join idempotency_keys k using (member_id, key)`,
);

export const storeAnswers = statement(
  'platform.store-answers',
  `insert into idempotency_keys (member_id, key, operation, body_hash, answer, created_at)
   select member_id, key, operation, decode(body_hash, 'hex'), answer, $2
     from json_to_recordset($1) as c (member_id uuid, key uuid, operation text, body_hash text, answer jsonb)`,
);

export const deleteOldAnswers = statement(
  'platform.delete-old-answers',
  'delete from idempotency_keys where created_at < $1',
);

export const readDurability = statement<{ name: string; setting: string }>(
  'platform.read-durability',
  'select name, setting from pg_settings where name = any ($1)',
);

/** Jobs whose owner holds no lock any more, longer than `$2` seconds after it took them. */
export const freeJobsOfTheDead = statement(
  'platform.free-jobs-of-the-dead',
  `select graphile_worker.force_unlock_workers(array(
     select locked_by
       from (select distinct locked_by from graphile_worker.jobs
              where locked_by is not null and locked_at < now() - make_interval(secs => $2)) as owners
      where pg_try_advisory_xact_lock($1, hashtext(locked_by))))`,
);

/** Jobs of an owner that it does not know of, longer than `$3` seconds after it took them. */
export const freeForgottenJobs = statement(
  'platform.free-forgotten-jobs',
  `update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_by = $1 and id <> all ($2::bigint[]) and locked_at < now() - make_interval(secs => $3)`,
);

/** Lets a transaction sort little in memory, so that it writes to the disk. */
export const sortOnDisk = statement('platform.sort-on-disk', `select set_config('work_mem', '64kB', true)`);

/** Writes about a megabyte beside the tables, gone with the transaction: fails where the disk has no room. */
export const takeSomeRoom = statement(
  'platform.take-some-room',
  'select count(*) from (select md5(n::text) as text from generate_series(1, 20000) n order by text offset 1) as sorted',
);
