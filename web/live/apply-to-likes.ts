import type { LiveEvent } from '../../contract/events.ts';
import type { Likes, ReceivedLike } from '../../contract/likes.ts';
import type { ProfileSummary } from '../../contract/members.ts';

type EventOf<Type extends LiveEvent['type']> = Extract<LiveEvent, { type: Type }>;

/** What a live event does to the likes that are loaded; pure, and applied once more it changes nothing. */
export function applyToLikes(likes: Likes, event: LiveEvent): Likes {
  if (event.type === 'like') return withLike(likes, event);
  if (event.type === 'like-gone') return inReceived(likes, event.profile, without);
  if (event.type === 'like-seen')
    return inReceived(likes, event.profile, (list, id) =>
      inOrder(list.map((like) => (like.id === id ? { ...like, like_new: false } : like))),
    );
  if (event.type === 'like-given') return withLikeGiven(likes, event);
  return likes;
}

/** Whether a member in a list is liked, after one was given or taken back. */
export function withLiked<T extends ProfileSummary>(profile: T, event: EventOf<'like-given'>): T {
  return profile.id === event.id ? { ...profile, liked: event.profile !== null } : profile;
}

/** Specification, section 4: new likes first, then the rest; each newest first. */
export function inOrder(likes: ReceivedLike[]): ReceivedLike[] {
  return likes.toSorted((a, b) => Number(b.like_new) - Number(a.like_new) || Date.parse(b.at) - Date.parse(a.at));
}

function without<T extends { id: string }>(list: T[], id: string): T[] {
  return list.filter((one) => one.id !== id);
}

/** Changes what is known of one received like, or of its end, wherever it counts. */
function inReceived(likes: Likes, id: string, change: (list: ReceivedLike[], id: string) => ReceivedLike[]): Likes {
  return {
    ...likes,
    liked_by: change(likes.liked_by, id),
    matches: change(likes.matches, id),
    new: likes.new.filter((other) => other !== id),
  };
}

function withLike(likes: Likes, { profile, at }: EventOf<'like'>): Likes {
  const like = { ...profile, like_new: true, at };
  const others = inReceived(likes, profile.id, without);
  return {
    ...others,
    liked_by: inOrder([like, ...others.liked_by]),
    matches: profile.liked ? inOrder([like, ...others.matches]) : others.matches,
  };
}

function withLikeGiven(likes: Likes, event: EventOf<'like-given'>): Likes {
  const { id, profile } = event;
  const isKnown = likes.profiles.some((other) => other.id === id);
  const profiles = profile ? (isKnown ? likes.profiles : [profile, ...likes.profiles]) : without(likes.profiles, id);
  const liked_by = likes.liked_by.map((like) => withLiked(like, event));
  // Whose like is not loaded becomes a match with the fetching that follows a match.
  const theirs = profile && liked_by.find((like) => like.id === id);
  const others = without(likes.matches, id);
  const matches = theirs ? inOrder([theirs, ...others]) : profile ? likes.matches : others;
  return { ...likes, profiles, liked_by, matches };
}
