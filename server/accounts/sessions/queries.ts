import { statement } from '../../platform/database/database.ts';

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
  'accounts.find-sessions',
  `select h.token, m.member_id, m.status, m.language, m.country, m.name, m.email, m.confirmed_at is not null as confirmed,
          m.paid_at is not null as paid, m.signup_at, s.client, s.seen_at, s.expires_at
     from json_array_elements_text($1::json) as h (token)
     join sessions s on s.token_hash = decode(h.token, 'hex')
     join members m using (member_id)`,
);

export const insertSession = statement(
  'accounts.insert-session',
  `insert into sessions (token_hash, member_id, client, created_at, seen_at, expires_at) values ($1, $2, $3, $4, $4, $5)`,
);

export const touchSession = statement(
  'accounts.touch-session',
  'update sessions set seen_at = $2 where token_hash = $1',
);

export const deleteSession = statement('accounts.delete-session', 'delete from sessions where token_hash = $1');

export const deleteSessionsOfMember = statement(
  'accounts.delete-sessions-of-member',
  'delete from sessions where member_id = $1 and ($2::bytea is null or token_hash <> $2)',
);
