import { statement } from '../../platform/database/database.ts';

export const openDay = statement(
  'likes.open-swipe-day',
  'insert into swipe_days (member_id, day, likes) values ($memberId, $day::date, 0) on conflict do nothing',
);

/** Locks the row, so that one member's swipes on several devices follow one another. */
export const lockRow = statement(
  'likes.lock-swipe-day',
  `select day::text as day, likes::int as likes, returned, last_profile_id
     from swipe_days where member_id = $memberId for update`,
);

export const findRow = statement(
  'likes.find-swipe-day',
  `select day::text as day, likes::int as likes, returned, last_profile_id
     from swipe_days where member_id = $memberId`,
);

export const updateDay = statement(
  'likes.update-swipe-day',
  `update swipe_days set day = $day::date, likes = $likes, returned = $returned, last_profile_id = $last?
    where member_id = $memberId`,
);

/** Inserts nothing if the member swiped the profile after `since`. */
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
