import { ownProfileColumns } from '../members/queries-columns.ts';
import { type RowOf, statement } from '../platform/database/database.ts';

export const setPaidSince = statement(
  'accounts.set-paid-since',
  'update members set paid_at = $since? where member_id = $memberId',
);

export const setPaidOnce = statement(
  'accounts.set-paid-once',
  'update members set paid_at = $now where member_id = $memberId and paid_at is null',
);

const account = `m.member_id, m.site, m.email, m.name, m.password_hash, m.status, m.confirmed_at is not null as confirmed, m.language, m.country, m.discreet_mail`;

export const findEmailOwners = statement(
  'accounts.find-email-owners',
  'select email_key, member_id from member_emails where email_key = any($keys)',
);

export const findAccount = statement(
  'accounts.find-account',
  `select ${account} from members m where m.member_id = $memberId`,
);

export const listAccounts = statement(
  'accounts.list-accounts',
  `select ${account} from members m where m.member_id = any($memberIds::uuid[])`,
);

/** `findAccount` with a row lock that allows foreign keys to the member, which senders insert under a wallet lock. */
export const lockAccount = statement(
  'accounts.lock-account',
  `select ${account} from members m where m.member_id = $memberId for no key update`,
);

export type AccountRow = RowOf<typeof findAccount>;

export const insertMember = statement(
  'accounts.insert-member',
  `insert into members (member_id, site, email, name, password_hash, status, language, country, signup_at, terms_version,
                        terms_accepted_at, sensitive_consent_version, sensitive_consent_at, tracking, notifications_off)
   values ($memberId, $site, $email, $name, $passwordHash, 'not_confirmed', $language, $country, $now,
           $termsVersion, $now, $consentVersion?, $consentAt?, $tracking?::jsonb, $notificationsOff::jsonb)`,
);

export const insertEmail = statement(
  'accounts.insert-email',
  'insert into member_emails (email_key, member_id) values ($key, $memberId) on conflict do nothing',
);

export const insertName = statement(
  'accounts.insert-name',
  'insert into member_names (name_key, member_id) values ($key, $memberId) on conflict do nothing',
);

export const insertSignUpRequest = statement(
  'accounts.insert-sign-up-request',
  `insert into sign_up_requests (member_id, site, account, requested_at) values ($memberId, $site, $account::jsonb, $now)`,
);

export const popSignUpRequest = statement(
  'accounts.pop-sign-up-request',
  'delete from sign_up_requests where member_id = $memberId returning site, account',
);

export const purgeSignUpRequests = statement(
  'accounts.purge-sign-up-requests',
  'delete from sign_up_requests where requested_at < $before',
);

export const findNameOwner = statement(
  'accounts.find-name-owner',
  'select member_id from member_names where name_key = $key',
);

export const listTakenKeys = statement(
  'accounts.list-taken-keys',
  'select name_key from member_names where name_key = any($keys)',
);

export const deleteNamesBut = statement(
  'accounts.delete-names-but',
  'delete from member_names where member_id = $memberId and name_key <> $key',
);

export const setName = statement('accounts.set-name', 'update members set name = $name where member_id = $memberId');

export const setConsent = statement(
  'accounts.set-consent',
  'update members set sensitive_consent_version = $version?, sensitive_consent_at = $givenAt? where member_id = $memberId',
);

export const setPassword = statement(
  'accounts.set-password',
  'update members set password_hash = $passwordHash where member_id = $memberId',
);

export const setLanguage = statement(
  'accounts.set-language',
  'update members set language = $language where member_id = $memberId',
);

export const setDiscreetMail = statement(
  'accounts.set-discreet-mail',
  'update members set discreet_mail = $discreet where member_id = $memberId',
);

export const setSearch = statement(
  'accounts.set-search',
  'update members set search = $search::jsonb where member_id = $memberId',
);

/** Those already off keep their reason. Turning a kind on trusts the address, unless bounces keep another off. */
export const setNotificationsOff = statement(
  'accounts.set-notifications-off',
  `update members
      set notifications_off = (
        select coalesce(jsonb_object_agg(kind, coalesce(notifications_off ->> kind, 'member')), '{}')
          from unnest($kinds::text[]) as off (kind)),
          address_failed = address_failed and (notifications_off - $kinds::text[] = '{}' or exists (
            select 1 from jsonb_each_text(notifications_off) as off (kind, reason)
             where kind = any($kinds::text[]) and reason = 'bounce'))
    where member_id = $memberId`,
);

export const failAddress = statement(
  'accounts.fail-address',
  'update members set address_failed = true where member_id = $memberId and not address_failed',
);

export const trustAddress = statement(
  'accounts.trust-address',
  `update members
      set address_failed = false,
          notifications_off = (
            select coalesce(jsonb_object_agg(kind, reason), '{}')
              from jsonb_each_text(notifications_off) as off (kind, reason) where reason <> 'bounce')
    where member_id = $memberId`,
);

/** Turns kinds of notices off. Kinds that are already off keep their reason. */
export const stopNotifications = statement(
  'accounts.stop-notifications',
  `update members
      set notifications_off = (select jsonb_object_agg(kind, $reason::text) from unnest($kinds::text[]) as off (kind)) || notifications_off
    where member_id = $memberId and not notifications_off ?& $kinds::text[]`,
);

export const confirmMember = statement(
  'accounts.confirm-member',
  `update members set confirmed_at = coalesce(confirmed_at, $now), status = 'active'
    where member_id = $memberId and status in ('not_confirmed', 'active')`,
);

export const listBanned = statement(
  'accounts.list-banned',
  `select member_id from members where member_id = any($memberIds) and status = 'banned'`,
);

export const setBanned = statement(
  'accounts.set-banned',
  `update members set status = 'banned'
    where member_id = $memberId and status in ('active', 'not_confirmed', 'pending_deletion')`,
);

export const setUnbanned = statement(
  'accounts.set-unbanned',
  `update members
      set status = case when $isLeaving::boolean then 'pending_deletion' when confirmed_at is null then 'not_confirmed' else 'active' end
    where member_id = $memberId and status = 'banned'`,
);

export const lockMember = statement(
  'accounts.lock-member',
  'select reset_link_id, reset_link_at from members where member_id = $memberId for no key update',
);

export const findCountries = statement(
  'accounts.find-countries',
  'select country, next_country, next_country_from, signup_at from members where member_id = $memberId for no key update',
);

export const setCountries = statement(
  'accounts.set-countries',
  `update members set country = $country, next_country = $next?, next_country_from = $nextFrom?
    where member_id = $memberId`,
);

/** Stores a pending country whose wait is over, for readers of the country column alone. */
export const applyNextCountry = statement(
  'accounts.apply-next-country',
  `update members set country = next_country, next_country = null, next_country_from = null
    where member_id = $memberId and next_country_from <= $now`,
);

export const setResetLink = statement(
  'accounts.set-reset-link',
  'update members set reset_link_id = $linkId, reset_link_at = $now where member_id = $memberId',
);

export const deleteTokens = statement(
  'accounts.delete-tokens',
  'delete from tokens where member_id = $memberId and purpose = $purpose',
);

export const deleteUnusedTokens = statement(
  'accounts.delete-unused-tokens',
  'delete from tokens where member_id = $memberId and purpose = $purpose and used_at is null',
);

export const insertToken = statement(
  'accounts.insert-token',
  'insert into tokens (token_hash, member_id, purpose, created_at, expires_at) values ($tokenHash, $memberId, $purpose, $now, $expiresAt)',
);

/** A token that is sent again gets a new expiry, unless it was used. */
export const saveLoginToken = statement(
  'accounts.save-login-token',
  `insert into tokens as t (token_hash, member_id, purpose, created_at, expires_at)
   values ($tokenHash, $memberId, 'login-link', $now, $expiresAt)
   on conflict (token_hash) do update set expires_at = excluded.expires_at where t.used_at is null`,
);

/** Ends login tokens. They stay stored until they expire: a mail that is sent again has the same link. */
export const endLoginTokens = statement(
  'accounts.end-login-tokens',
  `update tokens set used_at = created_at where member_id = $memberId and purpose = 'login-link' and used_at is null`,
);

export const useToken = statement(
  'accounts.use-token',
  `update tokens set used_at = $now
    where token_hash = $tokenHash and purpose = $purpose and used_at is null and expires_at > $now
   returning member_id`,
);

export const findToken = statement(
  'accounts.find-token',
  'select member_id from tokens where token_hash = $tokenHash and purpose = $purpose and used_at is null and expires_at > $now',
);

/** Whose address an activation link confirmed. */
export const findConfirmation = statement(
  'accounts.find-confirmation',
  `select member_id from tokens
    where token_hash = $tokenHash and purpose = 'activation' and used_at is not null and expires_at > $now`,
);

export const openAttempts = statement(
  'accounts.open-attempts',
  'insert into attempts (subject, place, ends_at) values ($subject, $source, $now) on conflict do nothing',
);

export const lockAttempts = statement(
  'accounts.lock-attempts',
  'select happened_at, blocked_until from attempts where subject = $subject and place = $source for update',
);

export const findAttempts = statement(
  'accounts.find-attempts',
  'select happened_at, blocked_until from attempts where subject = $subject and place = $source',
);

export const storeAttempts = statement(
  'accounts.store-attempts',
  'update attempts set happened_at = $happenedAt, blocked_until = $blockedUntil?, ends_at = $endsAt where subject = $subject and place = $source',
);

export const deleteAttempts = statement(
  'accounts.delete-attempts',
  'delete from attempts where subject = $subject and ($source?::text is null or place = $source?)',
);

export const purgeAttempts = statement('accounts.purge-attempts', 'delete from attempts where ends_at < $now');

export const purgeTokens = statement('accounts.purge-tokens', 'delete from tokens where expires_at < $now');

export const purgeTracking = statement(
  'accounts.purge-tracking',
  'update members set tracking = null where tracking is not null and signup_at < $before',
);

export const purgeSessions = statement('accounts.purge-sessions', 'delete from sessions where expires_at < $now');

/**
 * Reads all that the logged-in user gets about themselves, except for facts about other members. Every page waits for
 * it. `change` is an open change of the address; the lots of credits are in spending order.
 */
export const findUser = statement(
  'accounts.find-user',
  `select ${ownProfileColumns},
          m.name as account_name, m.status as account_status, m.email, m.language, m.signup_at, m.notifications_off, m.address_failed, m.search, m.discreet_mail,
          array(select d.name from dismissed_alerts d where d.member_id = m.member_id order by d.name) as alerts_dismissed,
          (select json_build_object('new_email', c.new_email, 'refused_at', c.refused_at)
             from mail_changes c
            where c.member_id = m.member_id and c.done_at is null and c.asked_at > $changesSince
            order by c.change_id limit 1) as change,
          coalesce(w.balance, 0) as credits,
          coalesce((select json_agg(json_build_object('credits', l.credits_left, 'of', l.credits, 'amount', l.price_minor, 'currency', l.currency)
                                    order by l.free desc, l.created_at, l.lot_id)
                      from lots l where l.member_id = m.member_id and l.credits_left > 0), '[]') as lots,
          coalesce((select sum(i.unread) from inbox i where i.member_id = m.member_id and not i.hidden), 0)::int as unread,
          m.terms_version,
          coalesce((select json_agg(json_build_object('version', coalesce(c.version, ''), 'given', c.given))
                      from consents c where c.member_id = m.member_id and c.subject = 'terms'), '[]') as terms_answers,
          coalesce((select json_agg(json_build_object('applies_at', t.applies_at, 'dismissed_at', t.dismissed_at))
                      from terms_announcements t where t.member_id = m.member_id and t.dismissed_at is not null), '[]') as terms_dismissed
     from members m join profiles p using (member_id) left join wallets w using (member_id)
    where m.member_id = $memberId`,
);

export type UserRow = RowOf<typeof findUser>;
