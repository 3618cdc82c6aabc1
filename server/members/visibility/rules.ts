import { freeConversationsStartedMax } from '../../../contract/chat/limits.ts';
import { type TextTerms, nextTextPrice, replyPrice } from '../../../contract/chat/text-price.ts';
import type { SendBlocker, ProfileSummary } from '../../../contract/members/operations.ts';
import { type Country, countries } from '../../../contract/platform/countries.ts';
import type { RowOf } from '../../platform/database/database.ts';
import type { readRelationships } from '../queries.ts';

export interface ViewerPair {
  viewerId: MemberId | null;
  otherId: MemberId;
}

/**
 * The facts that decide what a viewer may see of another member, and do to them.
 *
 * - `status`: `disabled` has not confirmed the address yet, `hidden` is banned, deleted or in account deletion,
 *   `paused` is open but for the pause that the member chose.
 * - `viewer_paused`: the viewer's own profile is paused.
 * - `unlabeled`: the site has no label for the fictional member.
 * - `hidden_by_viewer` affects the viewer's own searches and suggestions, and nothing else.
 * - `written_by_other`: more than a goodbye. Looked up only if it matters: false for members whom everybody may find.
 * - `conversation_hidden`: the viewer deleted the conversation, or a block did; null without a conversation.
 * - `gift_unanswered`: the other's last gift has no text from the viewer in reply yet.
 * - `started`: conversations with real members that a free viewer started. Counted only if the next message would start
 *   one.
 */
export type Relationship = RowOf<typeof readRelationships> & { unlabeled: boolean };

/**
 * - `full`: the profile, as far as the viewer's membership goes;
 * - `reduced`: name, age, gender and country, where a conversation or the viewer's own block already names them;
 * - `blocked`: the sentence that this member blocked them, and nothing else;
 * - `none`: the same response as for an id that does not exist.
 */
export type Sight = 'full' | 'reduced' | 'blocked' | 'none';

/** Returns the viewer's sight of the other (specification, sections 4 and 6), by the table in this module's README. */
export function deriveSight(relationship: Relationship): Sight {
  if (relationship.viewer_id === relationship.other_id) return 'full';
  const { blocked_by_other, blocked_by_viewer, conversation_hidden } = relationship;
  // A pause hides a member from all who have no conversation with them.
  if (relationship.status === 'paused' && conversation_hidden !== false)
    return blocked_by_viewer && !blocked_by_other ? 'reduced' : 'none';
  const known = mayKnowOther(relationship);
  if (blocked_by_other) return known ? 'blocked' : 'none';
  // Blocking ends the contact: a viewer who blocks no longer sees what only contacts see.
  if (isOpen(relationship) || (known && !blocked_by_viewer)) return 'full';
  if (conversation_hidden === false) return 'reduced';
  return blocked_by_viewer && isPresent(relationship) ? 'reduced' : 'none';
}

/** True if a search could find the other, or if the other wrote or gave a like (specification, section 4). */
function mayKnowOther(relationship: Relationship): boolean {
  const { written_by_other, liked_by_other } = relationship;
  return isOpen(relationship) || (isPresent(relationship) && (written_by_other || liked_by_other));
}

/** Lists and live events show only members seen in full, not blocked by the viewer, and not paused. */
export function isShown(relationship: Relationship): boolean {
  const { blocked_by_viewer, status } = relationship;
  return !blocked_by_viewer && status !== 'paused' && deriveSight(relationship) === 'full';
}

/** True if the viewer learns live that the other types or reads. */
export function seesActivity(relationship: Relationship): boolean {
  return relationship.conversation_hidden === false && isShown(relationship);
}

/** True if searches may find the other, gender and filters aside. Contact does not matter. */
export function isFindable(relationship: Relationship): boolean {
  const { viewer_id, other_id, hidden_by_viewer } = relationship;
  return viewer_id !== other_id && !hidden_by_viewer && isOpen(relationship) && isShown(relationship);
}

/**
 * Returns why the viewer cannot write, credits aside; null if they can. Nobody writes to or during a pause: a paid text
 * would wait unread, and its receiver could not answer. A block by the other comes before the viewer's own, because it
 * hides the other. Free members may start two conversations, not counting fictional members (specification, sections
 * 4, 6 and 9).
 */
export function findSendBlocker(relationship: Relationship): Exclude<SendBlocker, 'credits'> | null {
  const sight = deriveSight(relationship);
  if (sight === 'blocked') return 'blocked';
  if (sight === 'none' || !isPresent(relationship)) return 'gone';
  if (relationship.blocked_by_viewer) return 'you-blocked';
  if (relationship.closed) return 'closed';
  if (sight === 'reduced') return 'gone';
  if (relationship.status === 'disabled') return 'unconfirmed';
  if (relationship.viewer_paused) return 'you-paused';
  if (relationship.status === 'paused') return 'paused';
  const { conversation_id, paid, started, fictional } = relationship;
  if (conversation_id !== null || paid || fictional) return null;
  return started >= freeConversationsStartedMax ? 'premium' : null;
}

/**
 * Returns the price of the next text: free to fictional members and as the first reply to a gift; the site's
 * `reply_credits` as the first reply to a member who wrote first. Only a text is a reply to a gift; a photo or a gift
 * has its usual price.
 */
export function textPrice(settings: TextPrices, relationship: TextFacts): number {
  return relationship.fictional ? 0 : nextTextPrice(textTerms(settings, relationship));
}

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
  visitors_see_photo: boolean | null;
  country: Country;
  fictional: boolean;
}

/**
 * True if visitors see the main photo clear. By default, it is blurred in the EU, the EEA and the UK, and clear for
 * fictional members, whose pictures are the operator's.
 */
export function showsPhotoToVisitors({ visitors_see_photo, country, fictional }: PhotoChoice): boolean {
  return visitors_see_photo ?? (fictional || !(countries[country].inEea || country === 'GB'));
}

/** True if everybody may find the member, unless a pause hides them. */
function isOpen(relationship: Relationship): boolean {
  const { status, invisible, same_pool } = relationship;
  return isPresent(relationship) && status !== 'disabled' && !invisible && same_pool;
}

function isPresent({ status, unlabeled }: Relationship): boolean {
  return status !== 'hidden' && !unlabeled;
}

export function isListed(sight: Sight): boolean {
  return sight === 'full' || sight === 'reduced';
}

/** Returns undefined if no list may show the member. */
export function asSeen(summary: ProfileSummary, sight: Sight): ProfileSummary | undefined {
  if (!isListed(sight)) return undefined;
  return sight === 'full' ? summary : { ...summary, ...unseen };
}

/** Values that reveal neither where a member is, nor whether they are online, nor how they look. */
export const unseen = {
  countryregion: null,
  town: null,
  distance: null,
  online: false,
  main_image: null,
  main_blurred: null,
  num_photos: 0,
};
