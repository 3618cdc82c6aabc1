import type { ReceivedLike } from '../../contract/likes.ts';
import type { ProfileSummary } from '../../contract/members.ts';

/** A received like: its sender's public fields, when it came, and whether it was not seen yet. */
export function toReceivedLike(sender: ProfileSummary, like: { created_at: Date; is_new: boolean }): ReceivedLike {
  return { ...sender, like_new: like.is_new, at: like.created_at.toISOString() };
}
