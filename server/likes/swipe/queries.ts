import { statement } from '../../platform/database/database.ts';

export const openDay = statement(
  'likes.open-swipe-day',
  'insert into swipe_days (member_id, day, likes) values ($memberId, $day::date, 0) on conflict do nothing',
);

/** Locked: the swipes of one member, from all devices, follow one another. */
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

/** Nothing if the member saw the profile since `since`. */
export const insertSwipe = statement(
  'likes.insert-swipe',
  `insert into swipes (member_id, profile_id, liked, swiped_at) values ($memberId, $profileId, $liked, $now)
   on conflict on constraint swipes_pkey do update set liked = excluded.liked, swiped_at = excluded.swiped_at
    where swipes.swiped_at <= $since`,
);

/** A swipe, and when the like of its profile was given that there is now: by this swipe, or later elsewhere. */
export const findSwipe = statement(
  'likes.find-swipe',
  `select s.liked, s.swiped_at, g.created_at as like_given_at
     from swipes s left join likes_given g on g.member_id = s.member_id and g.receiver_id = s.profile_id
    where s.member_id = $memberId and s.profile_id = $profileId`,
);

export const deleteSwipe = statement(
  'likes.delete-swipe',
  'delete from swipes where member_id = $memberId and profile_id = $profileId',
);
