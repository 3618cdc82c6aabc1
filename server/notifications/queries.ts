import type { DigestKind } from '../../contract/notifications/notification-rules.ts';
import { type RowOf, statement } from '../platform/database/database.ts';

/**
 * Pushes become due only for members with a subscription. Pending notices are locked too, in member order: a worker
 * that handles one either waits and includes this event, or this event queues the next.
 */
export const insertNotices = statement(
  'notifications.insert-notices',
  `insert into notices (member_id, waiting_since, due_at)
   select member_id, $now, $dueAt from unnest($memberIds::uuid[]) as told (member_id) group by member_id order by member_id
   on conflict (member_id) do update set
       waiting_since = coalesce(notices.waiting_since, excluded.waiting_since),
       due_at = coalesce(notices.due_at, excluded.due_at),
       push_due_at = case when notices.pushes then coalesce(notices.push_due_at, $pushDueAt) end
     where notices.due_at is null or (notices.pushes and notices.push_due_at is null)`,
);

export const listDue = statement(
  'notifications.list-due',
  `select member_id, due_at from notices
    where due_at <= $now and (due_at, member_id) > (coalesce($dueAfter?::timestamptz, '-infinity'), coalesce($memberAfter?::uuid, '00000000-0000-0000-0000-000000000000'))
    order by due_at, member_id limit $limit`,
);

/** Returns nothing if another worker is handling the notice. */
export const lockDue = statement(
  'notifications.lock-due',
  'select member_id from notices where member_id = $memberId and due_at <= $now for update skip locked',
);

export const closeNotice = statement(
  'notifications.close-notice',
  'update notices set waiting_since = null, due_at = null where member_id = $memberId',
);

export const reopenNotice = statement(
  'notifications.reopen-notice',
  'update notices set waiting_since = coalesce(waiting_since, $now), due_at = $dueAt where member_id = $memberId',
);

/** Locks the row. The job sends or has sent the last mail. */
export const lockSendings = statement(
  'notifications.lock-sendings',
  'select sent_at, told_at, claimed_at, claimed_by from notices where member_id = $memberId for update',
);

export const beginSendings = statement(
  'notifications.begin-sendings',
  'insert into notices (member_id) values ($memberId) on conflict do nothing',
);

export const claimSending = statement(
  'notifications.claim-sending',
  'update notices set claimed_at = $now, claimed_by = $jobId? where member_id = $memberId',
);

/** The content dates from when the job claimed the sending. */
export const markSent = statement(
  'notifications.mark-sent',
  `update notices set sent_at = claimed_at, told_at = case when $isEvent then claimed_at else told_at end, claimed_at = null
    where member_id = $memberId and claimed_at is not null and claimed_by is not distinct from $jobId?`,
);

export const deleteNotice = statement('notifications.delete-notice', 'delete from notices where member_id = $memberId');

export const findReader = statement(
  'notifications.find-reader',
  `select m.site, m.status = 'active' and p.status <> 'paused' and not p.fictional as reachable, m.country, p.region, p.town, m.language, m.notifications_off, p.last_active_at
     from members m join profiles p using (member_id) where m.member_id = $memberId`,
);

export type ReaderRow = RowOf<typeof findReader>;

/** Only for the index, which has days. */
const sinceDay = `i.last_day >= ($since::timestamptz at time zone 'UTC')::date`;

/**
 * The last message is from the other member, within a period. Conversations closed by a goodbye are left out if the
 * period has an end: the notice tells about them once, and reminders do not.
 */
export const listUnseenMessages = statement(
  'notifications.list-unseen-messages',
  `select i.other_id, i.conversation_id, i.last_at as at, i.written from inbox i
    where i.member_id = $memberId and not i.hidden and i.unread > 0 and not i.last_own and ${sinceDay} and i.last_at > $since
      and i.last_at <= coalesce($until?::timestamptz, 'infinity') and (not i.closed or $until? is null)
    order by i.last_day desc, i.last_at desc limit $limit`,
);

export const listUnseenLikes = statement(
  'notifications.list-unseen-likes',
  `select r.sender_id as other_id, r.created_at as at,
          exists (select 1 from likes_given g where g.member_id = $memberId and g.receiver_id = r.sender_id) as mutual
     from likes_received r
    where r.member_id = $memberId and r.seen_at is null and r.shown_at is null and r.created_at > $since
      and r.created_at <= coalesce($until?::timestamptz, 'infinity')
    order by r.created_at desc limit $limit`,
);

/** Lists members of a country. Other facts are read per page, so that no query scans the whole country. */
export const listResidents = statement(
  'notifications.list-residents',
  `select member_id from members where country = $country and status = 'active' and member_id > $after
    order by member_id limit $limit`,
);

export const listPlaces = statement(
  'notifications.list-places',
  'select member_id, region, town from profiles where member_id = any($memberIds)',
);

/**
 * Writes the statement that lists members away for days but not for good, without a recent digest, and not planned in
 * this window, or in a later one of a zone further east. `about` is the digest's subject, for kinds that record it.
 */
const candidates = (waits: string, about?: string): string =>
  // `offset 0` computes it once per member instead of at each reference.
  `select m.member_id, ${about === undefined ? 'null::text' : 'subject.about'} as about
     from members m join profiles p using (member_id)
    ${about === undefined ? '' : `cross join lateral (select ${about} as about offset 0) as subject`}
    where m.member_id = any($memberIds) and m.status = 'active' and p.status <> 'paused'
      and not m.notifications_off ? $kind and not p.fictional
      and p.last_active_at <= $awaySince and p.last_active_at > $hereSince
      and not exists (select 1 from notices n where n.member_id = m.member_id and n.sent_at > $gapSince)
      and not exists (select 1 from digests d where d.member_id = m.member_id and d.kind = $kind and d.opened_on >= $openedOn)
      and (${waits})`;

const countDigestsAbout = (kind: DigestKind, about: string): string =>
  `(select count(*) from digests d where d.member_id = m.member_id and d.kind = '${kind}' and d.about = ${about})`;

const unread = `exists (select 1 from inbox i where i.member_id = m.member_id and not i.hidden and i.unread > 0
                           and not i.last_own and not i.closed and ${sinceDay} and i.last_at > $since and i.last_at <= $until)`;
const likes = `exists (select 1 from likes_received r where r.member_id = m.member_id and r.seen_at is null
                          and r.shown_at is null and r.created_at > $since and r.created_at <= $until)`;
/** The condition that the member has one of the keys of `findSeekers`. */
const isSought = `concat_ws('/', p.pool, p.gender, p.sexuality) = any($seekers::text[])`;

export const listInhabited = statement(
  'notifications.list-inhabited',
  `select c.country from unnest($countries::text[]) as c (country)
    where exists (select 1 from members m where m.country = c.country and m.status = 'active')`,
);

export const listWithUnread = statement('notifications.list-with-unread', candidates(unread));
export const listWithNews = statement(
  'notifications.list-with-news',
  candidates(`${isSought} or ${likes} or ${unread}`),
);

/** One text that changes when any unfinished thing does. */
const undone = `nullif(concat_ws(' ',
       case when p.main_photo is null and not exists (select 1 from photos h where h.member_id = m.member_id and h.status = 'pending') then 'photo' end,
       case when p.about = '' then 'about' end,
       (select 'draft-' || extract(epoch from max(w.written_at))::bigint from drafts w
         where w.member_id = m.member_id and w.text <> '' and w.written_at > $since)), '')`;

export const listWithUndone = statement(
  'notifications.list-with-undone',
  candidates(`subject.about is not null and ${countDigestsAbout('reminders', 'subject.about')} < $most`, undone),
);

/** The best discount code; otherwise the welcome discount, once it is offered. */
const offer = `coalesce(
       (select c.code from discount_codes c
         where c.member_id = m.member_id and c.ended_at is null and c.valid_from <= $now
           and (c.valid_until is null or c.valid_until > $lastsUntil) and ${countDigestsAbout('promotions', 'c.code')} = 0
         order by c.percentage desc, c.code limit 1),
       case when m.paid_at is null and m.signup_at <= $joinedUntil and ${countDigestsAbout('promotions', '$welcome')} = 0
         and not exists (select 1 from discount_claims g where g.member_id = m.member_id and g.slot = $slot and g.released_at is null)
       then $welcome end)`;

export const listWithOffer = statement('notifications.list-with-offer', candidates('subject.about is not null', offer));

export const listWithoutNews = statement(
  'notifications.list-without-news',
  candidates(`m.signup_at < $publishedAt and ${countDigestsAbout('news', '$newest')} = 0`, '$newest::text'),
);

export const findAbout = statement(
  'notifications.find-about',
  'select about from digests where member_id = $memberId and kind = $kind and opened_on = $openedOn',
);

export const findLastNews = statement(
  'notifications.find-last-news',
  `select about from digests where member_id = $memberId and kind = 'news' and opened_on < $openedOn
    order by opened_on desc limit 1`,
);

export const findRecipient = statement(
  'notifications.find-recipient',
  'select email, paid_at is not null as paid, signup_at, search from members where member_id = $memberId',
);

export const findProfileGaps = statement(
  'notifications.find-profile-gaps',
  `select p.about = '' as about,
          p.main_photo is null and not exists (select 1 from photos h where h.member_id = $memberId and h.status = 'pending') as photo
     from profiles p where p.member_id = $memberId`,
);

export const listDrafted = statement(
  'notifications.list-drafted',
  `select other_id from drafts where member_id = $memberId and text <> '' and written_at > $since
    order by written_at desc limit $limit`,
);

export const insertDigests = statement(
  'notifications.insert-digests',
  `insert into digests (member_id, kind, opened_on, planned_at, about)
   select member_id, $kind, $openedOn, $now, about from unnest($memberIds::uuid[], $abouts::text[]) as planned (member_id, about)
    order by member_id
   on conflict do nothing returning member_id`,
);

export const deleteDigests = statement(
  'notifications.delete-digests',
  'delete from digests where member_id = $memberId',
);

/** Deletes old rows, except those with a subject, which record that it was told. */
export const purgeDigests = statement(
  'notifications.purge-digests',
  'delete from digests where planned_at < $before and about is null',
);
