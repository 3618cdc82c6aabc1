import { type RowOf, statement } from '../../platform/database/database.ts';

export const insertMailChange = statement(
  'accounts.insert-mail-change',
  `insert into mail_changes (member_id, change_id, old_email, new_email, asked_at)
   values ($memberId, $changeId, $oldEmail, $newEmail, $now)`,
);

/** Lists a member's changes of address in the order of completion; an open change comes last. */
export const listMailChanges = statement(
  'accounts.list-mail-changes',
  `select change_id, old_email, new_email, asked_at, done_at, refused_at
     from mail_changes where member_id = $memberId order by done_at nulls last, change_id`,
);

export type MailChangeRow = RowOf<typeof listMailChanges>;

export const refuseMailChange = statement(
  'accounts.refuse-mail-change',
  'update mail_changes set refused_at = $now where member_id = $memberId and change_id = $changeId and done_at is null',
);

export const deleteOpenChanges = statement(
  'accounts.delete-open-changes',
  'delete from mail_changes where member_id = $memberId and done_at is null',
);

export const deleteMailChanges = statement(
  'accounts.delete-mail-changes',
  'delete from mail_changes where member_id = $memberId and change_id = any($changeIds::uuid[])',
);

export const closeMailChange = statement(
  'accounts.close-mail-change',
  'update mail_changes set old_email = $oldEmail, done_at = $now where member_id = $memberId and change_id = $changeId',
);

/** Sets the email address, and turns notices back on that bounces of the old one had turned off. */
export const setEmail = statement(
  'accounts.set-email',
  `update members
      set email = $email,
          notifications_off = (
            select coalesce(jsonb_object_agg(kind, reason), '{}')
              from jsonb_each_text(notifications_off) as off (kind, reason) where reason <> 'bounce')
    where member_id = $memberId`,
);

/** Claims an address, or reclaims the member's own earlier one. Affects no row if another member has the address. */
export const claimEmail = statement(
  'accounts.claim-email',
  `insert into member_emails (email_key, member_id) values ($key, $memberId)
   on conflict (email_key) do update set kept_until = null where member_emails.member_id = excluded.member_id`,
);

export const keepEmails = statement(
  'accounts.keep-emails',
  'update member_emails set kept_until = $until where email_key = any($keys::text[]) and member_id = $memberId',
);

export const insertChangeToken = statement(
  'accounts.insert-change-token',
  `insert into tokens (token_hash, member_id, purpose, change_id, created_at, expires_at)
   values ($tokenHash, $memberId, $purpose, $changeId, $now, $expiresAt)`,
);

export const findChangeToken = statement(
  'accounts.find-change-token',
  `select member_id, purpose, change_id from tokens
    where token_hash = $tokenHash and change_id is not null and used_at is null and expires_at > $now`,
);

export const useChangeToken = statement(
  'accounts.use-change-token',
  `update tokens set used_at = $now
    where token_hash = $tokenHash and member_id = $memberId and used_at is null and expires_at > $now
   returning change_id`,
);

export const deleteChangeTokens = statement(
  'accounts.delete-change-tokens',
  'delete from tokens where member_id = $memberId and change_id = $changeId',
);

/** Deletes every token of a member except those that undo one of the kept changes. */
export const deleteOtherTokens = statement(
  'accounts.delete-other-tokens',
  `delete from tokens
    where member_id = $memberId and (purpose <> 'mail-revert' or change_id is null or change_id <> all($kept::uuid[]))`,
);

export const purgeMailChanges = statement(
  'accounts.purge-mail-changes',
  'delete from mail_changes where done_at < $doneBefore or (done_at is null and asked_at < $askedBefore)',
);

export const purgeKeptEmails = statement(
  'accounts.purge-kept-emails',
  'delete from member_emails where kept_until < $now',
);
