import type { Chat } from '../../../contract/chat/operations.ts';
import type { Say } from '../../platform/sentences.tsx';

/** The part of a chat that determines the sentence about its price. */
export type Priced = Pick<Chat, 'free_answer' | 'message_credits'> & { profile: Pick<Chat['profile'], 'fictional'> };

/** Returns a sentence about the price of sending. */
export function costWords(say: Say, chat: Priced, price: { cost: number; isPhoto: boolean; money: string }): string {
  if (price.cost === 0) return say(freeWords(chat));
  return say(price.isPhoto ? 'chat.cost-photo' : 'chat.cost', { count: price.cost, money: price.money });
}

function freeWords({
  profile,
  free_answer,
  message_credits,
}: Priced): 'chat.cost-free' | 'chat.cost-answer' | 'chat.cost-nothing' {
  if (profile.fictional) return 'chat.cost-free';
  return free_answer && message_credits > 0 ? 'chat.cost-answer' : 'chat.cost-nothing';
}
