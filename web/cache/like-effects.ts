import type { EventByType } from '../../contract/events.ts';
import type { Likes, ReceivedLike } from '../../contract/likes/operations.ts';
import type { ProfileSummary } from '../../contract/members/operations.ts';
import { inOrder } from './like-order.ts';
import { without } from './member-effects.ts';

type LikeGiven = Omit<EventByType<'like-given'>, 'type'>;

/** Sets `liked` if the event is about this member. */
export function withLiked<T extends ProfileSummary>(profile: T, event: LikeGiven): T {
  return profile.id === event.id ? { ...profile, liked: event.profile !== null } : profile;
}

/** Changes a received like in every list and removes it from `new`, which lists new likes that are not loaded. */
function inReceived(likes: Likes, id: string, change: (list: ReceivedLike[], id: string) => ReceivedLike[]): Likes {
  return {
    ...likes,
    liked_by: change(likes.liked_by, id),
    matches: change(likes.matches, id),
    new: likes.new.filter((other) => other !== id),
  };
}

export function withoutLike(likes: Likes, id: string): Likes {
  return inReceived(likes, id, without);
}

export function withLikeSeen(likes: Likes, id: string): Likes {
  return inReceived(likes, id, (list) =>
    inOrder(list.map((like) => (like.id === id ? { ...like, like_new: false } : like))),
  );
}

export function withLike(likes: Likes, { profile, at }: EventByType<'like'>): Likes {
  const like = { ...profile, like_new: true, at };
  const others = inReceived(likes, profile.id, without);
  return {
    ...others,
    liked_by: inOrder([like, ...others.liked_by]),
    matches: profile.liked ? inOrder([like, ...others.matches]) : others.matches,
  };
}

export function withLikeGiven(likes: Likes, event: LikeGiven): Likes {
  const { id, profile } = event;
  const isKnown = likes.profiles.some((other) => other.id === id);
  const profiles = profile ? (isKnown ? likes.profiles : [profile, ...likes.profiles]) : without(likes.profiles, id);
  const liked_by = likes.liked_by.map((like) => withLiked(like, event));
  // A received like that is not loaded joins the matches when the `match` event refetches the lists.
  const theirs = profile && liked_by.find((like) => like.id === id);
  const others = without(likes.matches, id);
  const matches = theirs ? inOrder([theirs, ...others]) : profile ? likes.matches : others;
  return { ...likes, profiles, liked_by, matches };
}
