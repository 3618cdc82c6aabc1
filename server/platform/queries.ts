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
