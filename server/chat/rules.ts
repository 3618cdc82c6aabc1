import type { SendBlocker } from '../../contract/members/send-blocker.ts';
import type { ErrorCode } from '../../contract/platform/errors.ts';
import { freeConversationsStartedMax, freeMessagesVisibleMax } from '../../contract/chat/limits.ts';
import type { MessageRow } from './queries.ts';

/** Prices of one message on a site, in credits. */
export interface Prices {
  message_credits: number;
  photo_credits: number;
}

const codes: Record<SendBlocker, ErrorCode> = {
  credits: 'chat.credits',
  premium: 'chat.premium',
  unconfirmed: 'chat.unconfirmed',
  'you-blocked': 'chat.you-blocked',
  blocked: 'profile.blocked-you',
  closed: 'chat.closed',
  gone: 'profile.not-found',
};

/** The error code of a send blocker, and the values for its sentence. */
export function blockerRefusal(blocker: SendBlocker, name: string): [ErrorCode, Record<string, unknown>] {
  if (blocker === 'premium') return [codes.premium, { max: freeConversationsStartedMax }];
  return [codes[blocker], ['gone', 'closed', 'credits'].includes(blocker) ? {} : { name }];
}

/** The ledger cause under which a message is charged and returned. */
export function toLedgerCause(kind: MessageRow['kind']): 'message' | 'photo' | 'gift' {
  return kind === 'photo' || kind === 'gift' ? kind : 'message';
}

/** The prices of writing; free to fictional members. */
export function pricesFor(prices: Prices, fictional: boolean): Prices {
  const { message_credits, photo_credits } = prices;
  return fictional ? { message_credits: 0, photo_credits: 0 } : { message_credits, photo_credits };
}

/**
 * The `seq` above which a member sees messages: not those they deleted, and without premium only the latest twenty.
 * `hidden`: older ones exist that only premium members see.
 */
export function visibleFrom(
  side: { cleared_seq: number; last_seq: number },
  paid: boolean,
): { floor: number; hidden: boolean } {
  const latest = paid ? 0 : side.last_seq - freeMessagesVisibleMax;
  return { floor: Math.max(side.cleared_seq, latest), hidden: latest > side.cleared_seq };
}
