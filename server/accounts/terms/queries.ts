import { statement } from '../../platform/database/database.ts';

// Mails to a failed address would not arrive; its member sees the announcement on the page.
const reachable = `m.status in ('active', 'not_confirmed') and m.terms_accepted_at < $appliesAt
      and not m.address_failed`;

/** Lists members who have not been told of announced terms, without the fictional ones. */
export const pageUntold = statement(
  'accounts.page-untold',
  `select m.member_id from members m join profiles p on p.member_id = m.member_id
    where m.member_id > $memberAfter and ${reachable} and not p.fictional
      and not exists (select 1 from terms_announcements n
                       where n.member_id = m.member_id and n.applies_at = $appliesAt and n.planned_at is not null)
    order by m.member_id limit $limit`,
);

/** Tells each member once, even if several nodes plan at once. Returns when each accepted the current terms. */
export const claimTermsMails = statement(
  'accounts.claim-terms-mails',
  `with told as (
     select m.member_id, m.terms_accepted_at from members m
      where m.member_id = any($memberIds::uuid[]) and ${reachable} order by m.member_id for share of m
   ), claimed as (
     insert into terms_announcements (member_id, applies_at, planned_at)
     select member_id, $appliesAt, $now from told
     on conflict (member_id, applies_at) do update set planned_at = excluded.planned_at
       where terms_announcements.planned_at is null
     returning member_id
   )
   select told.member_id, told.terms_accepted_at from told join claimed on claimed.member_id = told.member_id`,
);

export const findTold = statement(
  'accounts.find-told',
  `select m.member_id from members m where m.member_id = $memberId and ${reachable}`,
);

export const releaseTermsMail = statement(
  'accounts.release-terms-mail',
  'update terms_announcements set planned_at = null where member_id = $memberId and applies_at = $appliesAt',
);

/** Lists a member's answers to versions of the terms, with what they accepted at the sign-up. */
export const listTermsAnswers = statement(
  'accounts.list-terms-answers',
  `select version, given from consents where member_id = $memberId and subject = 'terms'
   union all select terms_version, true from members where member_id = $memberId`,
);

export const setTermsDismissed = statement(
  'accounts.set-terms-dismissed',
  `insert into terms_announcements (member_id, applies_at, dismissed_at) values ($memberId, $appliesAt, $now)
   on conflict (member_id, applies_at) do update set dismissed_at = excluded.dismissed_at`,
);

/** Versions by their own dates, with the time when this installation first saw each. */
export const listSeen = statement('accounts.list-seen-terms', 'select applies_at, seen_at from terms_seen');

export const insertSeen = statement(
  'accounts.insert-seen-terms',
  'insert into terms_seen (applies_at, seen_at) values ($appliesAt, $seenAt) on conflict (applies_at) do nothing',
);

export const deleteTermsAnnouncements = statement(
  'accounts.delete-terms-announcements',
  'delete from terms_announcements where member_id = $memberId',
);
