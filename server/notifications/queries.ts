import { type RowOf, statement } from '../platform/database/database.ts';

/**
 * Opens email windows, and push windows of members with a subscription, locking rows in member order. Open windows are
 * locked too: a worker that settles one either waits and includes this event, or this event opens the next.
 */
export const openWindows = statement(
  'notifications.open-windows',
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

/** Locks a due window; returns nothing if another worker is settling it. */
export const lockDue = statement(
  'notifications.lock-due',
  `select waiting_since, told_at from notices where member_id = $memberId and due_at <= $now for update skip locked`,
  { present: ['waiting_since'] },
);

export const postponeWindow = statement(
  'notifications.postpone-window',
  'update notices set due_at = $dueAt where member_id = $memberId',
);

export const closeWindow = statement(
  'notifications.close-window',
  'update notices set waiting_since = null, due_at = null where member_id = $memberId',
);

/** Reopens a window whose email could not be sent in time. */
export const reopenWindow = statement(
  'notifications.reopen-window',
  'update notices set waiting_since = coalesce(waiting_since, $now), due_at = $dueAt where member_id = $memberId',
);

/** The times of a member's last emails, and the job that sends or has sent the last one. Locks the row. */
export const lockSendings = statement(
  'notifications.lock-sendings',
  'select sent_at, told_at, claimed_at, claimed_by from notices where member_id = $memberId for update',
);

/** Creates the row to lock before an email is sent. */
export const beginSendings = statement(
  'notifications.begin-sendings',
  'insert into notices (member_id) values ($memberId) on conflict do nothing',
);

export const claimSending = statement(
  'notifications.claim-sending',
  'update notices set claimed_at = $now, claimed_by = $jobId? where member_id = $memberId',
);

/** Records that the email was sent. Its content dates from when the job claimed the sending. */
export const markSent = statement(
  'notifications.mark-sent',
  `update notices set sent_at = claimed_at, told_at = case when $isEvent then claimed_at else told_at end, claimed_at = null
    where member_id = $memberId and claimed_at is not null and claimed_by is not distinct from $jobId?`,
);

export const deleteWindow = statement('notifications.delete-window', 'delete from notices where member_id = $memberId');

export const findReader = statement(
  'notifications.find-reader',
  `select m.site, m.status = 'active' and not p.fictional as reachable, m.country, p.region, p.town, m.language, m.notifications_off, p.last_active_at
     from members m join profiles p using (member_id) where m.member_id = $memberId`,
);

/** The reader of a notice, and when they were last online. */
export type ReaderRow = RowOf<typeof findReader>;

/**
 * Unread conversations whose last message is from the other member, within a period. Conversations closed by a goodbye
 * are left out if the period has an end: the notice tells about them once, and reminders do not.
 */
export const listUnseenMessages = statement(
  'notifications.list-unseen-messages',
  `select i.other_id, i.conversation_id, i.last_at as at, i.written from inbox i
    where i.member_id = $memberId and not i.hidden and i.unread > 0 and not i.last_own and i.last_at > $since
      and i.last_at <= coalesce($until?::timestamptz, 'infinity') and (not i.closed or $until? is null)
    order by i.last_at desc limit $limit`,
);

export const listUnseenLikes = statement(
  'notifications.list-unseen-likes',
  `select r.sender_id as other_id, r.created_at as at,
          exists (select 1 from likes_given g where g.member_id = $memberId and g.receiver_id = r.sender_id) as mutual
     from likes_received r
    where r.member_id = $memberId and r.seen_at is null and r.announced_at is null and r.created_at > $since
      and r.created_at <= coalesce($until?::timestamptz, 'infinity')
    order by r.created_at desc limit $limit`,
);
