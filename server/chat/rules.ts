import { freeConversationsStartedMax, freeMessagesVisibleMax } from '../../contract/chat/limits.ts';
import type { ErrorCode } from '../../contract/platform/errors.ts';
import { type Relationship, findSendBlocker } from '../members/visibility/rules.ts';
import { refuse } from '../platform/failure.ts';
import type { MessageRow } from './queries.ts';

const codes: Record<NonNullable<ReturnType<typeof findSendBlocker>>, ErrorCode> = {
  premium: 'chat.premium',
  unconfirmed: 'chat.unconfirmed',
  'you-blocked': 'chat.you-blocked',
  blocked: 'profile.blocked-you',
  closed: 'chat.closed',
  paused: 'chat.paused',
  'you-paused': 'profile.paused',
  gone: 'profile.not-found',
};

/** Refuses unless the viewer can write to the other member, credits aside. Names the limit or the member. */
export function mustBeAbleToSend(relationship: Relationship): void {
  const blocker = findSendBlocker(relationship);
  if (blocker === null) return;
  if (blocker === 'premium') refuse(codes.premium, { max: freeConversationsStartedMax });
  refuse(codes[blocker], blocker === 'gone' || blocker === 'closed' ? {} : { name: relationship.name });
}

export function toLedgerCause(kind: MessageRow['kind']): 'message' | 'photo' | 'gift' {
  return kind === 'photo' || kind === 'gift' ? kind : 'message';
}

type Prices = Record<'message_credits' | 'photo_credits', number>;

export function pricesFor({ message_credits, photo_credits }: Prices, fictional: boolean): Prices {
  return fictional ? { message_credits: 0, photo_credits: 0 } : { message_credits, photo_credits };
}

/** Hides deleted messages, and without premium all but the latest twenty; `hidden`: only premium members see some. */
export function visibleFrom(side: { cleared_seq: number; last_seq: number }, paid: boolean) {
  const latest = paid ? 0 : side.last_seq - freeMessagesVisibleMax;
  return { floor: Math.max(side.cleared_seq, latest), hidden: latest > side.cleared_seq };
}
