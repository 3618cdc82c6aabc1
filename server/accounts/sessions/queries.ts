import { type RowOf, statement } from '../../platform/database/database.ts';

/** Sessions, by the hashes of their tokens in hexadecimal, with what every call needs to know about their members. */
export const findSessions = statement(
  'accounts.find-sessions',
  `select h.token, m.member_id, m.site, m.status, m.language, m.country, m.name, m.email, m.confirmed_at is not null as confirmed,
          m.paid_at is not null as paid, m.signup_at, s.client, s.seen_at, s.expires_at
     from json_array_elements_text($tokenHashes::json) as h (token)
     join sessions s on s.token_hash = decode(h.token, 'hex')
     join members m using (member_id)`,
);

export type SessionRow = RowOf<typeof findSessions>;

export const insertSession = statement(
  'accounts.insert-session',
  `insert into sessions (token_hash, member_id, client, created_at, seen_at, expires_at)
   values ($tokenHash, $memberId, $client, $now, $now, $expiresAt)`,
);

export const touchSession = statement(
  'accounts.touch-session',
  'update sessions set seen_at = $now where token_hash = $tokenHash',
);

export const deleteSession = statement('accounts.delete-session', 'delete from sessions where token_hash = $tokenHash');

export const deleteSessionsOfMember = statement(
  'accounts.delete-sessions-of-member',
  'delete from sessions where member_id = $memberId and ($except?::bytea is null or token_hash <> $except)',
);
