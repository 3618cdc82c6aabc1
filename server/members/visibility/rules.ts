import { type Country, countries } from '../../../contract/platform/countries.ts';
import type { SendBlocker } from '../../../contract/members/send-blocker.ts';
import { freeConversationsStartedMax } from '../../../contract/chat/limits.ts';
import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { type TextTerms, nextTextPrice, replyPrice } from '../../../contract/chat/text-price.ts';

/** A viewer and the member they look at. A viewer of null is a visitor. */
export interface ViewerPair {
  viewerId: string | null;
  otherId: string;
}

/** Everything that decides what a viewer may know of another member, see of them, and write to them. */
export interface Relationship {
  viewer_id: string | null;
  other_id: string;
  name: string;
  /** `active` is shown, `disabled` has not confirmed the address yet, `hidden` is banned, deleted or leaving. */
  status: 'active' | 'disabled' | 'hidden';
  invisible: boolean;
  same_pool: boolean;
  fictional: boolean;
  /** A fictional member on a site that has no label for them. */
  unlabelled: boolean;
  blocked_by_viewer: boolean;
  blocked_by_other: boolean;
  /** The viewer hides the other from their own searches and suggestions, and from nothing else. */
  hidden_by_viewer: boolean;
  liked_by_other: boolean;
  /** The other wrote more than a goodbye. Looked up only if it matters: false for members whom everybody may find. */
  written_by_other: boolean;
  conversation_id: string | null;
  /** The viewer deleted the conversation, or a block did; null without a conversation. */
  conversation_hidden: boolean | null;
  /** A goodbye has closed the conversation for both. */
  closed: boolean;
  /** The other's last gift has no text answer from the viewer yet. */
  gift_unanswered: boolean;
  written: boolean;
  /** Conversations with real members that a free viewer started. Counted only if the next message would start one. */
  started: number;
  /** The viewer is premium. */
  paid: boolean;
}

/**
 * What a viewer sees of another member:
 * - `full`: the profile, as far as the viewer's membership goes;
 * - `reduced`: name, age, gender and country, where a conversation or the viewer's own block already names them;
 * - `blocked`: the sentence that this member blocked them, and nothing else;
 * - `none`: the same answer as for an id that does not exist.
 */
export type Sight = 'full' | 'reduced' | 'blocked' | 'none';

/** The viewer's sight of the other (specification, sections 4 and 6), by the table in this module's README. */
export function deriveSight(relationship: Relationship): Sight {
  if (relationship.viewer_id === relationship.other_id) return 'full';
  const { blocked_by_other, blocked_by_viewer, conversation_hidden } = relationship;
  const known = mayKnowOther(relationship);
  if (blocked_by_other) return known ? 'blocked' : 'none';
  // Blocking ends the contact: a viewer who blocks no longer sees what only contacts see.
  if (isOpen(relationship) || (known && !blocked_by_viewer)) return 'full';
  if (conversation_hidden === false) return 'reduced';
  return blocked_by_viewer && isPresent(relationship) ? 'reduced' : 'none';
}

/**
 * True if the viewer may know that the other is a member: if they could find them in a search, or if the other wrote
 * to or liked them, even before confirming their address (specification, section 4).
 */
export function mayKnowOther(relationship: Relationship): boolean {
  const { written_by_other, liked_by_other } = relationship;
  return isOpen(relationship) || (isPresent(relationship) && (written_by_other || liked_by_other));
}

/** True if lists and live events show the other: seen in full, and not blocked by the viewer. */
export function isShown(relationship: Relationship): boolean {
  return !relationship.blocked_by_viewer && deriveSight(relationship) === 'full';
}

/** True if the viewer learns live that the other types or reads: they have the conversation, and the other is shown. */
export function seesActivity(relationship: Relationship): boolean {
  return relationship.conversation_hidden === false && isShown(relationship);
}

/** True if searches and suggestions may find the other, gender and filters aside. Contact does not matter. */
export function isFindable(relationship: Relationship): boolean {
  const { viewer_id, other_id, hidden_by_viewer } = relationship;
  return viewer_id !== other_id && !hidden_by_viewer && isOpen(relationship) && isShown(relationship);
}

/**
 * Returns why the viewer cannot write to the other, credits aside; null if they can. A block by the other comes before
 * the viewer's own, because it hides the other. Free members may start two conversations, not counting fictional
 * members, and may always answer in an existing one (specification, sections 4, 6 and 9).
 */
export function findSendBlocker(relationship: Relationship): Exclude<SendBlocker, 'credits'> | null {
  const sight = deriveSight(relationship);
  if (sight === 'blocked') return 'blocked';
  if (sight === 'none' || !isPresent(relationship)) return 'gone';
  if (relationship.blocked_by_viewer) return 'you-blocked';
  if (relationship.closed) return 'closed';
  if (sight === 'reduced') return 'gone';
  if (relationship.status === 'disabled') return 'unconfirmed';
  const { conversation_id, paid, started, fictional } = relationship;
  if (conversation_id !== null || paid || fictional) return null;
  return started >= freeConversationsStartedMax ? 'premium' : null;
}

/**
 * The price of the next text, in credits: free to fictional members and as the first answer to a gift; the site's
 * `reply_credits` as the first answer to a member who wrote first. Only a text answers a gift: a photo or a gift in
 * return has its usual price, and the free answer stays available.
 */
export function textPrice(settings: TextPrices, relationship: TextFacts): number {
  return relationship.fictional ? 0 : nextTextPrice(textTerms(settings, relationship));
}

/** The facts that decide the price of the next text to a real member. */
export function textTerms(settings: TextPrices, { gift_unanswered, conversation_id, written }: TextFacts): TextTerms {
  const isReply = conversation_id !== null && !written;
  return {
    free_answer: gift_unanswered,
    reply_credits: isReply ? replyPrice(settings) : null,
    message_credits: settings.message_credits,
  };
}

type TextPrices = Parameters<typeof replyPrice>[0];
type TextFacts = Pick<Relationship, 'fictional' | 'gift_unanswered' | 'conversation_id' | 'written'>;

export interface PhotoChoice {
  /** The member's choice; null until they choose. */
  visitors_see_photo: boolean | null;
  country: Country;
  fictional: boolean;
}

/**
 * True if visitors see a member's main photo clear instead of blurred. The default is blurred for members in the EU,
 * the EEA and the UK, and clear for fictional members, whose pictures are the operator's own.
 */
export function showsPhotoToVisitors({ visitors_see_photo, country, fictional }: PhotoChoice): boolean {
  return visitors_see_photo ?? (fictional || !(countries[country].inEea || country === 'GB'));
}

/** True if everybody on the viewer's site may find the other, with or without contact. */
function isOpen(relationship: Relationship): boolean {
  const { status, invisible, same_pool } = relationship;
  return isPresent(relationship) && status === 'active' && !invisible && same_pool;
}

/** True if the other takes part on the viewer's site at all. */
function isPresent({ status, unlabelled }: Relationship): boolean {
  return status !== 'hidden' && !unlabelled;
}

/** True if a list shows the member at all. */
export function isListed(sight: Sight): boolean {
  return sight === 'full' || sight === 'reduced';
}

/** A profile summary reduced to the viewer's sight; undefined if no list may show the member. */
export function asSeen(summary: ProfileSummary, sight: Sight): ProfileSummary | undefined {
  if (!isListed(sight)) return undefined;
  if (sight === 'full') return summary;
  const nowhere = { countryregion: null, town: null, distance: null };
  return { ...summary, ...nowhere, online: false, main_image: null, main_blurred: null, num_photos: 0 };
}
