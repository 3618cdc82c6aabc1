import type { ReceivedLike } from '../../contract/likes/operations.ts';
import type { ProfileSummary } from '../../contract/members/operations.ts';

/** A received like: the sender's public fields, its time, and whether it is unseen. */
export function toReceivedLike(sender: ProfileSummary, like: { created_at: Date; is_new: boolean }): ReceivedLike {
  return { ...sender, like_new: like.is_new, at: like.created_at.toISOString() };
}
