import { type Country, countries } from '../../../contract/countries.ts';
import type { SendBlocker } from '../../../contract/send-blocker.ts';
import { freeConversationsStartedMax } from '../../../contract/limits.ts';
import type { ProfileSummary } from '../../../contract/members.ts';
import { type TextTerms, nextTextPrice, replyPrice } from '../../../contract/text-price.ts';

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
  /**
   * The other wrote to the viewer, and not only a goodbye. Looked up only where it decides: false for members whom
   * everybody may find.
   */
  written_by_other: boolean;
  conversation_id: string | null;
  /** The viewer deleted the conversation, or a block did; null without a conversation. */
  conversation_hidden: boolean | null;
  /** A goodbye has closed the conversation for both. */
  closed: boolean;
  /** The viewer has got a gift from the other and has not answered it with a text yet. */
  gift_unanswered: boolean;
  /** The viewer has written to the other. */
  written: boolean;
  /**
   * How many conversations with real members a free viewer has started. Counted only where the next message would start
   * another.
   */
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

/** What the viewer may see of the other (specification, sections 4 and 6). The table is in this module's README. */
export function sightOf(relationship: Relationship): Sight {
  if (relationship.viewer_id === relationship.other_id) return 'full';
  const { blocked_by_other, blocked_by_viewer, conversation_hidden } = relationship;
  const known = mayKnowOf(relationship);
  if (blocked_by_other) return known ? 'blocked' : 'none';
  // Whoever blocks a member is no longer in touch with them: what only contacts see is gone for both.
  if (isOpen(relationship) || (known && !blocked_by_viewer)) return 'full';
  if (conversation_hidden === false) return 'reduced';
  return blocked_by_viewer && isPresent(relationship) ? 'reduced' : 'none';
}

/**
 * Whether the viewer may know that the other is a member. Everybody may who could find them in a search; nobody else
 * but those whom the other wrote to or liked, even before the other's address is confirmed (specification, section 4).
 */
export function mayKnowOf(relationship: Relationship): boolean {
  const { written_by_other, liked_by_other } = relationship;
  return isOpen(relationship) || (isPresent(relationship) && (written_by_other || liked_by_other));
}

/** Whether lists and live events show the other: seen in full, and not blocked by the viewer. */
export function isShown(relationship: Relationship): boolean {
  return !relationship.blocked_by_viewer && sightOf(relationship) === 'full';
}

/** Whether the viewer learns live that the other types or reads: they have the conversation, and the other is shown. */
export function seesActivity(relationship: Relationship): boolean {
  return relationship.conversation_hidden === false && isShown(relationship);
}

/** Whether searches and suggestions find the other, gender and filters aside: being in touch does not count. */
export function isFindable(relationship: Relationship): boolean {
  const { viewer_id, other_id, hidden_by_viewer } = relationship;
  return viewer_id !== other_id && !hidden_by_viewer && isOpen(relationship) && isShown(relationship);
}

/**
 * Why the viewer cannot write to the other, credits aside; null when they can. A block by the other comes before the
 * viewer's own, because it hides the other. Free members start two conversations, those with fictional members aside;
 * in a conversation that exists they may always answer (specification, sections 4, 6 and 9).
 */
export function sendBlockerOf(relationship: Relationship): Exclude<SendBlocker, 'credits'> | null {
  const sight = sightOf(relationship);
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
 * What the next text costs, in credits: nothing towards fictional members, and nothing where it is the first answer to a
 * gift; the site's `reply_credits` where it is the first answer to a member who wrote first. Only a text answers a gift: a
 * photo or a gift in return costs what it always costs, and the free answer stays open.
 */
export function textPrice(settings: TextPrices, relationship: TextFacts): number {
  return relationship.fictional ? 0 : nextTextPrice(textTerms(settings, relationship));
}

/** What the price of the next text depends on, towards a real member. */
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

/** What decides whether visitors see a member's main photo. */
export interface PhotoChoice {
  /** What the member chose; null until then. */
  visitors_see_photo: boolean | null;
  country: Country;
  fictional: boolean;
}

/**
 * Whether visitors see a member's main photo, or only a blurred one. Without a choice they do not where the member lives
 * in the EU, the EEA or the UK. Pictures of fictional members are the operator's own.
 */
export function showsPhotoToVisitors({ visitors_see_photo, country, fictional }: PhotoChoice): boolean {
  return visitors_see_photo ?? (fictional || !(countries[country].inEea || country === 'GB'));
}

/** Whether everybody on the viewer's site may find the other, being in touch or not. */
function isOpen(relationship: Relationship): boolean {
  const { status, invisible, same_pool } = relationship;
  return isPresent(relationship) && status === 'active' && !invisible && same_pool;
}

/** Whether the other takes part on the viewer's site at all. */
function isPresent({ status, unlabelled }: Relationship): boolean {
  return status !== 'hidden' && !unlabelled;
}

/** Whether a list shows the member at all. */
export function isListed(sight: Sight): boolean {
  return sight === 'full' || sight === 'reduced';
}

/** A profile summary as far as the viewer may see the member; undefined where they may not see them in a list. */
export function asSeen(summary: ProfileSummary, sight: Sight): ProfileSummary | undefined {
  if (!isListed(sight)) return undefined;
  if (sight === 'full') return summary;
  const nowhere = { countryregion: null, town: null, distance: null };
  return { ...summary, ...nowhere, online: false, main_image: null, main_blurred: null, num_photos: 0 };
}
