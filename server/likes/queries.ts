import { isLikerReachable, isLikerShown, isShownTo } from '../members/visibility/queries-conditions.ts';
import { type RowOf, statement } from '../platform/database/database.ts';

/** Locks a pair of members, which serializes likes and blocks between them. */
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
  `insert into likes_received (member_id, sender_id, created_at, seen_at, shown_at)
   values ($receiverId, $giverId, $at, $seenAt?, $shownAt?) on conflict do nothing`,
);

export const popWithdrawnLike = statement(
  'likes.pop-withdrawn-like',
  `delete from likes_withdrawn where member_id = $receiverId and sender_id = $giverId
   returning created_at, seen_at, shown_at`,
);

export const insertWithdrawn = statement(
  'likes.insert-withdrawn',
  `insert into likes_withdrawn (member_id, sender_id, created_at, seen_at, shown_at)
   values ($receiverId, $giverId, $at, $seenAt?, $shownAt?) on conflict do nothing`,
);

export const deleteOldWithdrawn = statement(
  'likes.delete-old-withdrawn',
  'delete from likes_withdrawn where member_id = $receiverId and created_at <= $until',
);

export const hasLiked = statement(
  'likes.has-liked',
  'select exists (select 1 from likes_given where member_id = $giverId and receiver_id = $receiverId) as liked',
);

export const deleteGiven = statement(
  'likes.delete-given',
  'delete from likes_given where member_id = $giverId and receiver_id = $receiverId',
);

export const deleteReceived = statement(
  'likes.delete-received',
  `delete from likes_received where member_id = $receiverId and sender_id = $giverId
   returning created_at, seen_at, shown_at`,
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
     and exists (select 1 from likes_given g where g.member_id = r.member_id and g.receiver_id = r.sender_id)
   ${newestFirst}`,
);

const newLikes = `likes_received r join profiles p on p.member_id = r.sender_id
    where r.member_id = $memberId and r.seen_at is null and ${senderShown}`;

export const listNew = statement(
  'likes.list-new',
  `select r.sender_id from ${newLikes} order by r.created_at desc limit $limit`,
);

export const countNew = statement('likes.count-new', `select count(*)::int as count from ${newLikes}`);

/** The liked members that the viewer may see. `labeled`: the site labels fictional members. */
export const listGiven = statement(
  'likes.list-given',
  `select g.receiver_id as other_id, g.created_at, false as is_new,
          (extract(epoch from g.created_at) * 1000000)::bigint as place
     from likes_given g join profiles p on p.member_id = g.receiver_id
    where g.member_id = $memberId and ${isShownTo('g.member_id', 'p', '$labeled')}
      and (g.created_at, g.receiver_id) < (${pageEnd})
    order by g.created_at desc, g.receiver_id desc
    limit $limit`,
);

/** Marks the like as shown in the same statement, so that two tabs never get the same. */
export const announceOldest = statement(
  'likes.announce-oldest',
  `update likes_received set shown_at = $now
    where (member_id, sender_id) = (
      select r.member_id, r.sender_id
        from likes_received r join profiles p on p.member_id = r.sender_id
       where r.member_id = $memberId and r.shown_at is null and r.seen_at is null
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

export const listReceivers = statement(
  'likes.list-receivers',
  'select receiver_id from likes_given where member_id = $memberId',
);

export const listSenders = statement(
  'likes.list-senders',
  'select sender_id from likes_received where member_id = $memberId',
);

export const deleteMemberRows = statement(
  'likes.delete-member-rows',
  `with given as (delete from likes_given where member_id = $memberId),
        received as (delete from likes_received where member_id = $memberId),
        withdrawn as (delete from likes_withdrawn where member_id = $memberId),
        game as (delete from swipes where member_id = $memberId)
   delete from swipe_days where member_id = $memberId`,
);

export const purgeSwipes = statement('likes.purge-swipes', 'delete from swipes where swiped_at < $before');

export const purgeSwipeDays = statement('likes.purge-swipe-days', 'delete from swipe_days where day < $before::date');

/** A like that is given again after more than a day is a new one. */
export const purgeWithdrawn = statement(
  'likes.purge-withdrawn',
  'delete from likes_withdrawn where created_at < $before',
);

export const openDay = statement(
  'likes.open-swipe-day',
  'insert into swipe_days (member_id, day, likes) values ($memberId, $day::date, 0) on conflict do nothing',
);

const swipeDay =
  'select day::text as day, likes::int as likes, returned, last_profile_id from swipe_days where member_id = $memberId';

export const lockRow = statement('likes.lock-swipe-day', `${swipeDay} for update`);
export const findRow = statement('likes.find-swipe-day', swipeDay);

export const updateDay = statement(
  'likes.update-swipe-day',
  `update swipe_days set day = $day::date, likes = $likes, returned = $returned, last_profile_id = $last?
    where member_id = $memberId`,
);

export const insertSwipe = statement(
  'likes.insert-swipe',
  `insert into swipes (member_id, profile_id, liked, swiped_at) values ($memberId, $profileId, $liked, $now)
   on conflict on constraint swipes_pkey do update set liked = excluded.liked, swiped_at = excluded.swiped_at
    where swipes.swiped_at <= $since`,
);

/** A swipe, and whether it stands: a like that is a match, was followed by a message, or was given again elsewhere. */
export const findSwipe = statement(
  'likes.find-swipe',
  `select s.liked, s.liked and (
            exists (select 1 from likes_received r where r.member_id = s.member_id and r.sender_id = s.profile_id)
            or exists (select 1 from likes_given g
                        where g.member_id = s.member_id and g.receiver_id = s.profile_id and g.created_at > s.swiped_at)
            or exists (select 1 from inbox i
                        where i.member_id = s.member_id and i.other_id = s.profile_id and i.last_at > s.swiped_at)
          ) as stands
     from swipes s where s.member_id = $memberId and s.profile_id = $profileId`,
);

export const deleteSwipe = statement(
  'likes.delete-swipe',
  'delete from swipes where member_id = $memberId and profile_id = $profileId',
);
