import { type RowOf, statement } from '../../platform/database/database.ts';

export const listPasskeys = statement(
  'accounts.list-passkeys',
  `select credential_id, keeper, browser, system, created_at, used_at
     from passkeys where member_id = $memberId order by created_at, credential_id`,
);

export type PasskeyRow = RowOf<typeof listPasskeys>;

export const findPasskey = statement(
  'accounts.find-passkey',
  'select public_key, counter, created_at from passkeys where member_id = $memberId and credential_id = $credentialId',
);

export const insertPasskey = statement(
  'accounts.insert-passkey',
  `insert into passkeys (member_id, credential_id, public_key, counter, keeper, browser, system, created_at)
   values ($memberId, $credentialId, $publicKey, $counter, $keeper, $browser, $system, $now) on conflict do nothing`,
);

/** Records a use. Devices without a counter always report 0. A counter that repeats a number is a copy's. */
export const usePasskey = statement(
  'accounts.use-passkey',
  `update passkeys set counter = $counter, used_at = $now
    where member_id = $memberId and credential_id = $credentialId and (counter < $counter or (counter = 0 and $counter = 0))`,
);

export const deletePasskey = statement(
  'accounts.delete-passkey',
  'delete from passkeys where member_id = $memberId and credential_id = $credentialId',
);

export const deletePasskeys = statement(
  'accounts.delete-passkeys',
  'delete from passkeys where member_id = $memberId and ($since?::timestamptz is null or created_at >= $since?)',
);

export const insertChallenge = statement(
  'accounts.insert-challenge',
  `insert into passkey_challenges (challenge_hash, host, session_hash, expires_at)
   values ($challengeHash, $host, $sessionHash?, $expiresAt)`,
);

export const popChallenge = statement(
  'accounts.pop-challenge',
  `delete from passkey_challenges
    where challenge_hash = $challengeHash and host = $host and session_hash is not distinct from $sessionHash?::bytea
      and expires_at > $now`,
);

export const purgeChallenges = statement(
  'accounts.purge-challenges',
  'delete from passkey_challenges where expires_at < $now',
);
