import type { LikesList } from '../../contract/likes/likes-lists.ts';
import type { Likes } from '../../contract/likes/operations.ts';
import type { ProfileSummary } from '../../contract/members/operations.ts';

export const likesTypes = ['received', 'given', 'matches'] as const;
export type LikesType = (typeof likesTypes)[number];

/** The list of the response that each page of likes shows. */
export const listByType = {
  received: 'liked_by',
  given: 'profiles',
  matches: 'matches',
} as const satisfies Record<LikesType, LikesList>;

/** A member in a list of likes; `isNew` marks a like that was not seen yet. */
export interface LikesEntry {
  member: ProfileSummary;
  isNew: boolean;
}

/** One list of likes, as far as it is loaded (specification, section 4: new ones first, then the rest). */
export function getLikesEntries(likes: Likes, type: LikesType): LikesEntry[] {
  return likes[listByType[type]].map((member) => ({ member, isNew: 'like_new' in member && member.like_new }));
}

export function isLikesType(text: string | undefined): text is LikesType {
  return (likesTypes as readonly (string | undefined)[]).includes(text);
}
