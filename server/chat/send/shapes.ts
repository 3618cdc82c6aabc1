import type { Foothold } from '../../../contract/chat/foothold.ts';
import type { GiftId } from '../../../contract/chat/gifts.ts';
import type { ProfileSummary } from '../../../contract/members/operations.ts';
import type { Upload } from '../../../contract/photos/operations.ts';
import type { Relationship } from '../../members/visibility/rules.ts';
import type { Failure } from '../../platform/failure.ts';
import type { KeyedCall } from '../../platform/idempotency.ts';
import type { Site } from '../../platform/site.ts';
import type { Target } from '../find-target.ts';
import type { MessageRow } from '../queries.ts';

/** A message that a member wants to send; its text is already validated. */
export interface SendRequest {
  memberId: string;
  /** The current site: its prices, and its label for fictional members. */
  site: Pick<Site, 'pool' | 'settings'>;
  operation: 'sendMessage' | 'sendGift';
  target: Target;
  text: string | null;
  photo: Upload | null;
  gift: GiftId | null;
  /** The quoted part of the receiver's profile. */
  foothold: Foothold | null;
  key: string;
  otherId: string;
  /** The photo as stored; null without a photo, or if the member could not have sent it. */
  picture: StoredPicture | null;
  /** True if the receiver's profile shows the foothold to the sender; false if the sender could not have written. */
  isFootholdShown: boolean;
}

export interface StoredPicture {
  id: string;
  conversationId: string;
  width: number;
  height: number;
}

/** Everything that decides about a request, read under the locks of its transaction. */
export interface SendContext {
  request: SendRequest;
  /** The outcome of an earlier call with the same key. */
  earlier: { answer: unknown } | Failure | undefined;
  balance: number;
  /** The id of the pair's conversation; undefined while the pair has no row, and so no lock. */
  conversationId: string | undefined;
  relationship: Relationship | undefined;
  summaries: PairSummaries;
}

/** How the members appear to each other; read before the commit, so that events leave in commit order. */
export interface PairSummaries {
  sender: ProfileSummary | undefined;
  receiver: ProfileSummary | undefined;
}

/** A message that passed every rule and is ready to be written; its pair is locked. */
export interface NewMessage {
  id: string;
  conversationId: string;
  senderId: string;
  receiverId: string;
  starts: boolean;
  kind: MessageRow['kind'];
  text: string | null;
  photo: StoredPicture | null;
  gift: string | null;
  foothold: Foothold | null;
  credits: number;
  /** The call that sent it, under its key; null for a message written as a fictional member. */
  call: KeyedCall | null;
  summaries: PairSummaries;
  /** The sender's balance after the message, for their other tabs and devices. */
  balance?: number;
  toFictional: boolean;
}

export interface SentMessage {
  row: MessageRow;
  /** The sender's balance after the message. */
  credits: number;
}

/**
 * The call that a request's idempotency key stands for. The body names the other member, not the conversation, so a
 * retry that has learned the conversation's id since is still the same call.
 */
export function toKeyedCall({
  memberId,
  otherId,
  operation,
  key,
  text,
  gift,
  photo,
  foothold,
}: SendRequest): KeyedCall {
  // Without a foothold, the body is the same as on nodes of an older version.
  const taken = foothold ? [foothold.kind, foothold.value] : [];
  return { memberId, key, operation, body: [otherId, text, gift, photo && photo.sha256, ...taken] };
}
