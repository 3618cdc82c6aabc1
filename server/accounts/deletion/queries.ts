import { statement } from '../../platform/database/database.ts';

export const beginDeletion = statement(
  'accounts.begin-deletion',
  `update members set status = 'pending_deletion' where member_id = $memberId and status in ('active', 'not_confirmed')`,
);

export const setReturned = statement(
  'accounts.set-returned',
  `update members set status = case when confirmed_at is null then 'not_confirmed' else 'active' end
    where member_id = $memberId and status = 'pending_deletion'`,
);

export const insertAccountDeletion = statement(
  'accounts.insert-account-deletion',
  'insert into account_deletions (member_id, left_at, due_at) values ($memberId, $now, $dueAt)',
);

export const findAccountDeletion = statement(
  'accounts.find-account-deletion',
  'select due_at from account_deletions where member_id = $memberId',
);

export const deleteAccountDeletion = statement(
  'accounts.delete-account-deletion',
  'delete from account_deletions where member_id = $memberId',
);

export const countReason = statement(
  'accounts.count-reason',
  `insert into account_deletion_reasons (month, reason, members) values ($month::date, $reason, 1)
   on conflict (month, reason) do update set members = account_deletion_reasons.members + 1`,
);

export const listDueAccountDeletions = statement(
  'accounts.list-due-account-deletions',
  'select member_id from account_deletions where due_at <= $now and member_id <> all($but::uuid[]) order by due_at limit $limit',
);

export const countDueAccountDeletions = statement(
  'accounts.count-due-account-deletions',
  'select count(*)::int as waiting, min(due_at) as since from account_deletions where due_at <= $now',
);

/** Inserts a row if a restored database holds a member who is erased again without an account deletion. */
export const postponeAccountDeletion = statement(
  'accounts.postpone-account-deletion',
  `insert into account_deletions (member_id, left_at, due_at) values ($memberId, $dueAt, $dueAt)
   on conflict (member_id) do update set due_at = excluded.due_at`,
);

/** Never those that are erased already, of which only data remains that the law keeps. */
export const postponeDueDeletions = statement(
  'accounts.postpone-due-deletions',
  `update account_deletions d set due_at = $dueAt
     from members m
    where d.due_at < $dueAt and m.member_id = d.member_id and m.status <> 'deleted'`,
);

export const setDeleted = statement(
  'accounts.set-deleted',
  `update members set status = 'deleted'
    where member_id = $memberId and (status in ('pending_deletion', 'banned', 'deleted') or $evenIfActive)`,
);

/** Keeps the id, which legal payment records reference, and the statistical fields site, language and country. */
export const emptyMember = statement(
  'accounts.empty-member',
  `update members
      set email = '', name = '', password_hash = '', notifications_off = '{}', discreet_mail = false, tracking = null, search = null,
          terms_version = '', sensitive_consent_version = null, sensitive_consent_at = null, reset_link_id = null, reset_link_at = null, next_country = null, next_country_from = null
    where member_id = $memberId`,
);

export const deleteEmails = statement(
  'accounts.delete-emails',
  'delete from member_emails where email_key = any($keys::text[]) and member_id = $memberId',
);

export const listReasons = statement(
  'accounts.list-reasons',
  'select month::text as month, reason, members from account_deletion_reasons order by month, reason',
);

export const pageInactive = statement(
  'accounts.page-inactive',
  `select m.member_id, m.status, p.last_active_at, w.warned_at
     from members m
     join profiles p on p.member_id = m.member_id
     left join inactivity_warnings w on w.member_id = m.member_id
     left join account_deletions d on d.member_id = m.member_id
    where m.member_id > $memberAfter and m.status in ('active', 'not_confirmed', 'banned')
      and p.last_active_at < $before and not p.fictional and d.member_id is null
    order by m.member_id limit $limit`,
);

export const storeWarning = statement(
  'accounts.store-warning',
  `insert into inactivity_warnings (member_id, warned_at) values ($memberId, $now)
   on conflict (member_id) do update set warned_at = excluded.warned_at`,
);

export const deleteAllWarnings = statement('accounts.delete-all-warnings', 'delete from inactivity_warnings');

export const deleteWarning = statement(
  'accounts.delete-warning',
  'delete from inactivity_warnings where member_id = $memberId',
);

/** Ends an account as its owner would, unless the member was active meanwhile or has no valid warning. */
export const setInactive = statement(
  'accounts.set-inactive',
  `update members m set status = case when m.status = 'banned' then 'banned' else 'pending_deletion' end
     from profiles p, inactivity_warnings w
    where m.member_id = $memberId and p.member_id = m.member_id and p.last_active_at < $endBefore
      and w.member_id = m.member_id and w.warned_at <= $warnedBefore
      and m.status in ('active', 'not_confirmed', 'banned')`,
);
