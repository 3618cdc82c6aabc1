import { statement } from '../../platform/database/database.ts';

// Accounts to email. Emails to a failed address would not arrive; its member sees the notice.
const reachable = `m.status in ('active', 'not_confirmed') and m.terms_accepted_at < $appliesAt
      and not m.address_failed`;

/** Pages through members who were not told of a version yet, without fictional ones. */
export const pageUntold = statement(
  'accounts.page-untold',
  `select m.member_id from members m join profiles p on p.member_id = m.member_id
    where m.member_id > $memberAfter and ${reachable} and not p.fictional
      and not exists (select 1 from terms_notices n
                       where n.member_id = m.member_id and n.applies_at = $appliesAt and n.planned_at is not null)
    order by m.member_id limit $limit`,
);

/**
 * Claims the right to tell members of a version: each once, even if several nodes plan at the same moment, and none
 * who is leaving. Returns when each accepted the current terms.
 */
export const claimTermsLetters = statement(
  'accounts.claim-terms-letters',
  `with told as (
     select m.member_id, m.terms_accepted_at from members m
      where m.member_id = any($memberIds::uuid[]) and ${reachable} order by m.member_id for share of m
   ), claimed as (
     insert into terms_notices (member_id, applies_at, planned_at)
     select member_id, $appliesAt, $now from told
     on conflict (member_id, applies_at) do update set planned_at = excluded.planned_at
       where terms_notices.planned_at is null
     returning member_id
   )
   select told.member_id, told.terms_accepted_at from told join claimed on claimed.member_id = told.member_id`,
);

/** Finds a member who is not leaving and whose address works, so that an email about a version would arrive. */
export const findTold = statement(
  'accounts.find-told',
  `select m.member_id from members m where m.member_id = $memberId and ${reachable}`,
);

export const releaseTermsLetter = statement(
  'accounts.release-terms-letter',
  'update terms_notices set planned_at = null where member_id = $memberId and applies_at = $appliesAt',
);

export const findDismissedTerms = statement(
  'accounts.find-dismissed-terms',
  `select dismissed_at from terms_notices
    where member_id = $memberId and applies_at = $appliesAt and dismissed_at is not null`,
);

export const setTermsDismissed = statement(
  'accounts.set-terms-dismissed',
  `insert into terms_notices as n (member_id, applies_at, dismissed_at) values ($memberId, $appliesAt, $now)
   on conflict (member_id, applies_at) do update set dismissed_at = coalesce(n.dismissed_at, excluded.dismissed_at)`,
);

/** Versions by their own dates, with the time when this installation first saw each. */
export const listSeen = statement('accounts.list-seen-terms', 'select applies_at, seen_at from terms_seen');

export const insertSeen = statement(
  'accounts.insert-seen-terms',
  'insert into terms_seen (applies_at, seen_at) values ($appliesAt, $seenAt) on conflict (applies_at) do nothing',
);

export const deleteTermsNotices = statement(
  'accounts.delete-terms-notices',
  'delete from terms_notices where member_id = $memberId',
);
