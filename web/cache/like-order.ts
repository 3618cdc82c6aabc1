import type { ReceivedLike } from '../../contract/likes/operations.ts';

/** Specification, section 4: new likes first, then the rest; each newest first. */
export function inOrder(likes: ReceivedLike[]): ReceivedLike[] {
  return likes.toSorted((a, b) => Number(b.like_new) - Number(a.like_new) || Date.parse(b.at) - Date.parse(a.at));
}
