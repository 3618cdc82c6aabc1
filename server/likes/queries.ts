import { isLikerReachable, isLikerShown, isShownTo } from '../members/visibility/queries-conditions.ts';
import { type RowOf, statement } from '../platform/database/database.ts';

/** Serializes likes and blocks between the same two members. */
export const lockLikesBetween = statement(
  'likes.lock-likes-between',
  `select pg_advisory_xact_lock(hashtextextended('likes ' || least($oneId::text, $otherId::text) || greatest($oneId::text, $otherId::text), 0))`,
);

export const insertGiven = statement(
  'likes.insert-given',
  'insert into likes_given (member_id, receiver_id, created_at) values ($giverId, $receiverId, $now) on conflict do nothing',
);

export const insertReceived = statement(
  'likes.insert-received',
  `insert into likes_received (member_id, sender_id, created_at, seen_at, announced_at)
   values ($receiverId, $giverId, $at, $seenAt?, $announcedAt?) on conflict do nothing`,
);

export const takeWithdrawn = statement(
  'likes.take-withdrawn',
  `delete from likes_withdrawn where member_id = $receiverId and sender_id = $giverId
   returning created_at, seen_at, announced_at`,
);

export const insertWithdrawn = statement(
  'likes.insert-withdrawn',
  `insert into likes_withdrawn (member_id, sender_id, created_at, seen_at, announced_at)
   values ($receiverId, $giverId, $at, $seenAt?, $announcedAt?) on conflict do nothing`,
);

export const deleteOldWithdrawn = statement(
  'likes.delete-old-withdrawn',
  'delete from likes_withdrawn where member_id = $receiverId and created_at <= $until',
);

export const hasLiked = statement(
  'likes.has-liked',
  'select exists (select from likes_given where member_id = $giverId and receiver_id = $receiverId) as liked',
);

export const deleteGiven = statement(
  'likes.delete-given',
  'delete from likes_given where member_id = $giverId and receiver_id = $receiverId',
);

export const deleteReceived = statement(
  'likes.delete-received',
  `delete from likes_received where member_id = $receiverId and sender_id = $giverId
   returning created_at, seen_at, announced_at`,
);

const senderShown = isLikerShown('r.member_id', 'p');

const pageEnd = `coalesce(timestamptz 'epoch' + $place?::bigint * interval '1 microsecond', 'infinity'), $id?`;

const receivedPage = `
  select r.sender_id as other_id, r.created_at, r.seen_at is null as is_new,
         (extract(epoch from r.created_at) * 1000000)::bigint as place
    from likes_received r join profiles p on p.member_id = r.sender_id
   where r.member_id = $memberId and ${senderShown}
     and (r.seen_at is null, r.created_at, r.sender_id) < ($isNew, ${pageEnd})`;

const newestFirst = 'order by r.seen_at is null desc, r.created_at desc, r.sender_id desc limit $limit';

/** `place` is the time of the like in microseconds, the precision in which it is stored. */
export const listReceived = statement('likes.list-received', `${receivedPage} ${newestFirst}`);

export type LikeRow = RowOf<typeof listReceived>;

export const listMatches = statement(
  'likes.list-matches',
  `${receivedPage}
     and exists (select from likes_given g where g.member_id = r.member_id and g.receiver_id = r.sender_id)
   ${newestFirst}`,
);

export const listNew = statement(
  'likes.list-new',
  `select r.sender_id from likes_received r join profiles p on p.member_id = r.sender_id
    where r.member_id = $memberId and r.seen_at is null and ${senderShown}
    order by r.created_at desc limit $limit`,
);

export const countNew = statement(
  'likes.count-new',
  `select count(*)::int as count from likes_received r join profiles p on p.member_id = r.sender_id
    where r.member_id = $memberId and r.seen_at is null and ${senderShown}`,
);

/** The liked members that the viewer may see. `labelled`: the site labels fictional members. */
export const listGiven = statement(
  'likes.list-given',
  `select g.receiver_id as other_id, g.created_at, false as is_new,
          (extract(epoch from g.created_at) * 1000000)::bigint as place
     from likes_given g join profiles p on p.member_id = g.receiver_id
    where g.member_id = $memberId and ${isShownTo('g.member_id', 'p', '$labelled')}
      and (g.created_at, g.receiver_id) < (${pageEnd})
    order by g.created_at desc, g.receiver_id desc
    limit $limit`,
);

/** Marks the oldest unannounced like and returns its sender, in one statement, so that two tabs never get the same. */
export const announceOldest = statement(
  'likes.announce-oldest',
  `update likes_received set announced_at = $now
    where (member_id, sender_id) = (
      select r.member_id, r.sender_id
        from likes_received r join profiles p on p.member_id = r.sender_id
       where r.member_id = $memberId and r.announced_at is null and r.seen_at is null
         and ${isLikerReachable('r.member_id', 'p')}
       order by r.created_at, r.sender_id
       limit 1
         for update of r skip locked)
   returning sender_id`,
);

export const markSeen = statement(
  'likes.mark-seen',
  'update likes_received set seen_at = $now where member_id = $memberId and sender_id = $senderId and seen_at is null',
);
