import { statement } from '../platform/database/database.ts';

export const setPaidSince = statement(
  'accounts.set-paid-since',
  'update members set paid_at = $2 where member_id = $1',
);

export const setPaidOnce = statement(
  'accounts.set-paid-once',
  'update members set paid_at = $2 where member_id = $1 and paid_at is null',
);

/** The fields of an account that logging in and emails need. */
export interface AccountRow {
  member_id: string;
  site: string;
  email: string;
  name: string;
  password_hash: string;
  status: string;
  confirmed: boolean;
  language: string;
}

const account = `m.member_id, m.site, m.email, m.name, m.password_hash, m.status, m.confirmed_at is not null as confirmed, m.language`;

export const findByEmail = statement<AccountRow>(
  'accounts.find-by-email',
  `select ${account} from member_emails e join members m using (member_id) where e.email_key = $1`,
);

export const findByName = statement<AccountRow>(
  'accounts.find-by-name',
  `select ${account} from member_names n join members m using (member_id) where n.name_key = $1`,
);

export const findAccount = statement<AccountRow>(
  'accounts.find-account',
  `select ${account} from members m where m.member_id = $1`,
);

export const insertMember = statement(
  'accounts.insert-member',
  `insert into members (member_id, site, email, name, password_hash, status, language, country, signup_at, terms_version,
                        terms_accepted_at, sensitive_consent_version, sensitive_consent_at, tracking)
   values ($1, $2, $3, $4, $5, 'not_confirmed', $6, $7, $8, $9, $8, $10, $11, $12)`,
);

export const insertEmail = statement(
  'accounts.insert-email',
  'insert into member_emails (email_key, member_id) values ($1, $2) on conflict do nothing',
);

export const insertName = statement(
  'accounts.insert-name',
  'insert into member_names (name_key, member_id) values ($1, $2) on conflict do nothing',
);

export const findNameOwner = statement<{ member_id: string }>(
  'accounts.find-name-owner',
  'select member_id from member_names where name_key = $1',
);

export const deleteNamesBut = statement(
  'accounts.delete-names-but',
  'delete from member_names where member_id = $1 and name_key <> $2',
);

export const setName = statement('accounts.set-name', 'update members set name = $2 where member_id = $1');

export const setConsent = statement(
  'accounts.set-consent',
  'update members set sensitive_consent_version = $2, sensitive_consent_at = $3 where member_id = $1',
);

export const setPassword = statement(
  'accounts.set-password',
  'update members set password_hash = $2 where member_id = $1',
);

export const setLanguage = statement('accounts.set-language', 'update members set language = $2 where member_id = $1');

export const confirmMember = statement(
  'accounts.confirm-member',
  `update members set confirmed_at = coalesce(confirmed_at, $2), status = 'active'
    where member_id = $1 and status in ('not_confirmed', 'active')`,
);

export const lockMember = statement(
  'accounts.lock-member',
  'select member_id from members where member_id = $1 for update',
);

export const deleteTokens = statement(
  'accounts.delete-tokens',
  'delete from tokens where member_id = $1 and purpose = $2',
);

export const insertToken = statement(
  'accounts.insert-token',
  'insert into tokens (token_hash, member_id, purpose, created_at, expires_at) values ($1, $2, $3, $4, $5)',
);

export const useToken = statement<{ member_id: string }>(
  'accounts.use-token',
  `update tokens set used_at = $3
    where token_hash = $1 and purpose = $2 and used_at is null and expires_at > $3
   returning member_id`,
);

export const findToken = statement<{ member_id: string }>(
  'accounts.find-token',
  'select member_id from tokens where token_hash = $1 and purpose = $2 and used_at is null and expires_at > $3',
);

/** Attempts that count against a limit, and until when further ones are blocked. */
export interface AttemptsRow {
  happened_at: Date[];
  blocked_until: Date | null;
}

export const openAttempts = statement(
  'accounts.open-attempts',
  'insert into attempts (subject, place, ends_at) values ($1, $2, $3) on conflict do nothing',
);

export const lockAttempts = statement<AttemptsRow>(
  'accounts.lock-attempts',
  'select happened_at, blocked_until from attempts where subject = $1 and place = $2 for update',
);

export const findAttempts = statement<AttemptsRow>(
  'accounts.find-attempts',
  'select happened_at, blocked_until from attempts where subject = $1 and place = $2',
);

export const storeAttempts = statement(
  'accounts.store-attempts',
  'update attempts set happened_at = $3, blocked_until = $4, ends_at = $5 where subject = $1 and place = $2',
);

export const deleteAttempts = statement(
  'accounts.delete-attempts',
  'delete from attempts where subject = $1 and ($2::text is null or place = $2)',
);

export const purgeAttempts = statement('accounts.purge-attempts', 'delete from attempts where ends_at < $1');

export const purgeTokens = statement('accounts.purge-tokens', 'delete from tokens where expires_at < $1');

export const purgeSessions = statement('accounts.purge-sessions', 'delete from sessions where expires_at < $1');

/** The logged-in user's own account. */
export interface UserRow {
  member_id: string;
  name: string;
  email: string;
  status: string;
  language: string;
  signup_at: Date;
  paid: boolean;
  notifications_disabled: string[];
}

export const findUser = statement<UserRow>(
  'accounts.find-user',
  `select member_id, name, email, status, language, signup_at, paid_at is not null as paid, notifications_disabled
     from members where member_id = $1`,
);
