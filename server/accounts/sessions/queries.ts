import { type RowOf, statement } from '../../platform/database/database.ts';

export const findSessions = statement(
  'accounts.find-sessions',
  `select s.token_hash, m.member_id, m.site, m.status, m.language, m.country, m.next_country, m.next_country_from, m.name, m.email, m.confirmed_at is not null as confirmed,
          m.paid_at is not null as paid, m.signup_at, s.client, s.by_link, s.by_passkey, s.created_at, s.seen_at, s.expires_at
     from sessions s join members m using (member_id)
    where s.member_id = any($memberIds::uuid[]) and s.token_hash = any($tokenHashes::bytea[])`,
);

/** Finds whose sessions have the tokens that do not name their member. */
export const findSessionOwners = statement(
  'accounts.find-session-owners',
  'select token_hash, member_id from sessions where token_hash = any($tokenHashes::bytea[])',
);

export type SessionRow = RowOf<typeof findSessions>;

export const insertSession = statement(
  'accounts.insert-session',
  `insert into sessions (token_hash, member_id, client, browser, system, country, by_link, by_passkey, created_at, seen_at, expires_at)
   values ($tokenHash, $memberId, $client, $browser, $system, $country?, $byLink, $byPasskey, $now, $now, $expiresAt)`,
);

/** Makes the logins of sessions prove nothing, like a login by link. */
export const endProofs = statement(
  'accounts.end-proofs',
  'update sessions set by_link = true, by_passkey = false where member_id = $memberId and token_hash = any($sessionHashes::bytea[])',
);

export const touchSession = statement(
  'accounts.touch-session',
  'update sessions set seen_at = $now where member_id = $memberId and token_hash = $tokenHash',
);

export const setToken = statement(
  'accounts.set-token',
  'update sessions set token_hash = $fresh where member_id = $memberId and token_hash = $old',
);

export const deleteSession = statement(
  'accounts.delete-session',
  'delete from sessions where member_id = $memberId and token_hash = $tokenHash',
);

export const deleteSessionsOfMember = statement(
  'accounts.delete-sessions-of-member',
  'delete from sessions where member_id = $memberId and ($except?::bytea is null or token_hash <> $except)',
);

// The public id of a session reveals nothing about the token: it is a hash of the token's hash.
const sessionId = `left(encode(sha256(token_hash), 'hex'), 32)`;

export const listSessions = statement(
  'accounts.list-sessions',
  `select ${sessionId} as id, token_hash, token_hash = $own as own, client, browser, system, country, created_at, seen_at
     from sessions
    where member_id = $memberId and expires_at > $now and seen_at > $usedSince
    order by seen_at desc, token_hash limit $limit`,
);

export type ListedSession = RowOf<typeof listSessions>;

export const deleteListedSession = statement(
  'accounts.delete-listed-session',
  `delete from sessions where member_id = $memberId and ${sessionId} = $id returning token_hash`,
);
