import type { SendBlocker } from '../../contract/chat.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { freeConversationsStartedMax, freeMessagesVisibleMax } from '../../contract/limits.ts';
import type { FactsRow } from './queries.ts';

export type Bar = SendBlocker;

/** What one message costs on a site, in credits. */
export interface Prices {
  message_credits: number;
  photo_credits: number;
}

/**
 * Whether the viewer may know of the other: seen by everybody, or known by a like they sent or a conversation.
 * An invisible or not yet active member, or one of another pool, is found only by those they contacted (specification, section 4).
 */
export function isReachable(facts: FactsRow): boolean {
  if (!isPresent(facts)) return false;
  if (facts.conversation_id !== null || facts.liked_by_other) return true;
  return facts.profile_status === 'active' && !facts.invisible && facts.same_pool;
}

/** Whether the other's account still takes part. */
export function isPresent(facts: FactsRow): boolean {
  return ['active', 'not_confirmed'].includes(facts.status) && facts.profile_status !== 'hidden';
}

/**
 * Why the viewer cannot write to the other, credits aside; null when they can. A block by the other comes before the
 * viewer's own: they may see nothing of the other. Free members start two conversations, fictional receivers count
 * too; in what others started they always answer (specification, sections 4, 6 and 9).
 */
export function barOf(facts: FactsRow): Exclude<Bar, 'credits'> | null {
  if (!isPresent(facts)) return 'gone';
  if (facts.blocked_by_other) return 'blocked';
  if (facts.blocked_by_viewer) return 'you-blocked';
  if (!isReachable(facts)) return 'gone';
  if (!facts.confirmed) return 'unconfirmed';
  const starts = facts.conversation_id === null;
  if (starts && !facts.paid && facts.started >= freeConversationsStartedMax) return 'premium';
  return null;
}

const codes: Record<Bar, ErrorCode> = {
  credits: 'chat.credits',
  premium: 'chat.premium',
  unconfirmed: 'chat.unconfirmed',
  'you-blocked': 'chat.you-blocked',
  blocked: 'profile.blocked-you',
  gone: 'profile.not-found',
};

/** The error code of a bar and the values its sentence names. */
export function refusalOf(bar: Bar, name: string): [ErrorCode, Record<string, unknown>] {
  if (bar === 'premium') return [codes.premium, { max: freeConversationsStartedMax }];
  return [codes[bar], bar === 'gone' || bar === 'credits' ? {} : { name }];
}

/** What writing costs: nothing towards members run by the house. */
export function pricesFor(prices: Prices, fictional: boolean): Prices {
  const { message_credits, photo_credits } = prices;
  return fictional ? { message_credits: 0, photo_credits: 0 } : { message_credits, photo_credits };
}

/**
 * The `seq` above which a member sees messages: what they deleted is gone, and free members see the latest twenty.
 * `hidden` tells whether older messages exist that only premium members see.
 */
export function visibleFrom(
  side: { cleared_seq: number; last_seq: number },
  paid: boolean,
): { floor: number; hidden: boolean } {
  const latest = paid ? 0 : side.last_seq - freeMessagesVisibleMax;
  return { floor: Math.max(side.cleared_seq, latest), hidden: latest > side.cleared_seq };
}
