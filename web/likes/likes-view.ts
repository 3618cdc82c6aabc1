import type { ReceivedLike } from '../../contract/likes.ts';
import type { ProfileSummary } from '../../contract/members.ts';

export const likesTypes = ['received', 'given', 'matches'] as const;
export type LikesType = (typeof likesTypes)[number];

export interface Likes {
  profiles: readonly ProfileSummary[];
  liked_by: readonly ReceivedLike[];
}

/** A member in a list of likes; `isNew` marks a like that was not seen yet. */
export interface LikesEntry {
  member: ProfileSummary;
  isNew: boolean;
}

/**
 * One list of likes (specification, section 4: new ones first, then the rest). A match is a received like that was
 * given back; it also stays among the received and the given.
 */
export function entriesOf({ profiles, liked_by }: Likes, type: LikesType): LikesEntry[] {
  if (type === 'given') return profiles.map((member) => ({ member, isNew: false }));
  const received = [...liked_by.filter((like) => like.like_new), ...liked_by.filter((like) => !like.like_new)];
  return received
    .filter((like) => type === 'received' || like.liked)
    .map((like) => ({ member: like, isNew: like.like_new }));
}

export function isLikesType(text: string | undefined): text is LikesType {
  return (likesTypes as readonly (string | undefined)[]).includes(text);
}
