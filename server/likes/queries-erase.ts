import { statement } from '../platform/database/database.ts';

export const listReceivers = statement(
  'likes.list-receivers',
  'select receiver_id from likes_given where member_id = $memberId',
);

export const listSenders = statement(
  'likes.list-senders',
  'select sender_id from likes_received where member_id = $memberId',
);

export const deleteAllGiven = statement(
  'likes.delete-all-given',
  'delete from likes_given where member_id = $memberId',
);

export const deleteAllReceived = statement(
  'likes.delete-all-received',
  'delete from likes_received where member_id = $memberId',
);

export const deleteAllWithdrawn = statement(
  'likes.delete-all-withdrawn',
  'delete from likes_withdrawn where member_id = $memberId',
);

export const deleteSwipes = statement('likes.delete-swipes', 'delete from swipes where member_id = $memberId');

export const deleteSwipeDay = statement('likes.delete-swipe-day', 'delete from swipe_days where member_id = $memberId');

export const purgeSwipes = statement('likes.purge-swipes', 'delete from swipes where swiped_at < $before');

export const purgeSwipeDays = statement('likes.purge-swipe-days', 'delete from swipe_days where day < $before::date');

/** A like that is given again after more than a day is a new one. */
export const purgeWithdrawn = statement(
  'likes.purge-withdrawn',
  'delete from likes_withdrawn where created_at < $before',
);
