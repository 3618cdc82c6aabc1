import { isLikerShown, isShown } from '../members/visibility/queries-conditions.ts';
import { statement } from '../platform/database/database.ts';

/** Likes and blocks between the same two members wait for one another. */
export const lockLikesBetween = statement(
  'likes.lock-likes-between',
  `select pg_advisory_xact_lock(hashtextextended('likes ' || least($1::text, $2::text) || greatest($1::text, $2::text), 0))`,
);

export const insertGiven = statement(
  'likes.insert-given',
  'insert into likes_given (member_id, receiver_id, created_at) values ($1, $2, $3) on conflict do nothing',
);

export const insertReceived = statement(
  'likes.insert-received',
  'insert into likes_received (member_id, sender_id, created_at) values ($2, $1, $3) on conflict do nothing',
);

export const hasLiked = statement<{ liked: boolean }>(
  'likes.has-liked',
  'select exists (select from likes_given where member_id = $1 and receiver_id = $2) as liked',
);

export const deleteGiven = statement(
  'likes.delete-given',
  'delete from likes_given where member_id = $1 and receiver_id = $2',
);

export const deleteReceived = statement(
  'likes.delete-received',
  'delete from likes_received where member_id = $2 and sender_id = $1',
);

const senderShown = isLikerShown('r.member_id', 'p');

/** A like in a list, by the other member; `place` is when it came, in microseconds, as exact as it is stored. */
export interface LikeRow {
  other_id: string;
  created_at: Date;
  is_new: boolean;
  place: number;
}

const pageEnd = `coalesce(timestamptz 'epoch' + $2::bigint * interval '1 microsecond', 'infinity'), $3`;

const receivedPage = `
  select r.sender_id as other_id, r.created_at, r.seen_at is null as is_new,
         (extract(epoch from r.created_at) * 1000000)::bigint as place
    from likes_received r join profiles p on p.member_id = r.sender_id
   where r.member_id = $1 and ${senderShown}
     and (r.seen_at is null, r.created_at, r.sender_id) < ($5, ${pageEnd})`;

const newestFirst = 'order by r.seen_at is null desc, r.created_at desc, r.sender_id desc limit $4';

export const listReceived = statement<LikeRow>('likes.list-received', `${receivedPage} ${newestFirst}`);

export const listMatches = statement<LikeRow>(
  'likes.list-matches',
  `${receivedPage}
     and exists (select from likes_given g where g.member_id = r.member_id and g.receiver_id = r.sender_id)
   ${newestFirst}`,
);

export const listNew = statement<{ sender_id: string }>(
  'likes.list-new',
  `select r.sender_id from likes_received r join profiles p on p.member_id = r.sender_id
    where r.member_id = $1 and r.seen_at is null and ${senderShown}
    order by r.created_at desc limit $2`,
);

export const countNew = statement<{ count: number }>(
  'likes.count-new',
  `select count(*)::int as count from likes_received r join profiles p on p.member_id = r.sender_id
    where r.member_id = $1 and r.seen_at is null and ${senderShown}`,
);

/** The members liked, as long as they are shown to the viewer; `$5`: the site labels fictional members. */
export const listGiven = statement<LikeRow>(
  'likes.list-given',
  `select g.receiver_id as other_id, g.created_at, false as is_new,
          (extract(epoch from g.created_at) * 1000000)::bigint as place
     from likes_given g join profiles p on p.member_id = g.receiver_id
    where g.member_id = $1 and ${isShown('g.member_id', 'p', '$5')}
      and (g.created_at, g.receiver_id) < (${pageEnd})
    order by g.created_at desc, g.receiver_id desc
    limit $4`,
);

/** Marks the oldest like that was not announced and returns its sender, in one statement: two tabs never get the same. */
export const announceOldest = statement<{ sender_id: string }>(
  'likes.announce-oldest',
  `update likes_received set announced_at = $2
    where (member_id, sender_id) = (
      select r.member_id, r.sender_id
        from likes_received r join profiles p on p.member_id = r.sender_id
       where r.member_id = $1 and r.announced_at is null and r.seen_at is null and ${senderShown}
       order by r.created_at, r.sender_id
       limit 1
         for update of r skip locked)
   returning sender_id`,
);

export const markSeen = statement(
  'likes.mark-seen',
  'update likes_received set seen_at = $3 where member_id = $1 and sender_id = $2 and seen_at is null',
);
