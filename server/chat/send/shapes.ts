import type { Foothold } from '../../../contract/foothold.ts';
import type { GiftId } from '../../../contract/gifts.ts';
import type { ProfileSummary } from '../../../contract/members.ts';
import type { Upload } from '../../../contract/photos.ts';
import type { Relationship } from '../../members/visibility/rules.ts';
import type { Failure } from '../../platform/failure.ts';
import type { KeyedCall } from '../../platform/idempotency.ts';
import type { Site } from '../../platform/site.ts';
import type { Target } from '../find-target.ts';
import type { MessageRow } from '../queries.ts';

/** What a member asks to send; its text is already validated. */
export interface SendRequest {
  memberId: string;
  /** The site in use: its prices, its label of fictional members. */
  site: Pick<Site, 'pool' | 'settings'>;
  operation: 'sendMessage' | 'sendGift';
  target: Target;
  text: string | null;
  photo: Upload | null;
  gift: GiftId | null;
  /** What it takes up from the receiver's profile. */
  foothold: Foothold | null;
  key: string;
  /** The other member of the target. */
  otherId: string;
  /** The photo as it was stored; null without a photo, or when the member could not have sent it. */
  picture: StoredPicture | null;
  /** Whether the receiver's profile shows the foothold to the sender; false where the member could not have written. */
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
  /** The sender's balance in credits. */
  balance: number;
  /** The id of the pair's conversation; undefined while the pair has no row, and so no lock. */
  conversationId: string | undefined;
  relationship: Relationship | undefined;
  summaries: PairSummaries;
}

/**
 * How each of the two members appears to the other. Read before the commit, so that events leave in the order of the
 * commits: nothing is read between a commit and its events.
 */
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
  /** It is the first message of the conversation. */
  starts: boolean;
  kind: MessageRow['kind'];
  text: string | null;
  photo: StoredPicture | null;
  gift: string | null;
  foothold: Foothold | null;
  credits: number;
  /** The call that asked for it, under its key; null for a message written in the operator's name. */
  call: KeyedCall | null;
  summaries: PairSummaries;
  /** The sender's balance after it, for their other tabs and devices. */
  balance?: number;
  toFictional: boolean;
}

export interface SentMessage {
  row: MessageRow;
  /** The sender's balance after it. */
  credits: number;
}

/**
 * A request as the call that its key stands for. The target is named by the other member: a retry that has learned the
 * conversation's id in the meantime is still the same call.
 */
export function keyedCallOf({
  memberId,
  otherId,
  operation,
  key,
  text,
  gift,
  photo,
  foothold,
}: SendRequest): KeyedCall {
  // Calls without one keep the body that nodes of an older version know.
  const taken = foothold ? [foothold.kind, foothold.value] : [];
  return { memberId, key, operation, body: [otherId, text, gift, photo && photo.sha256, ...taken] };
}
