import type { Chat } from '../../../contract/chat.ts';
import type { Say } from '../../sentences.tsx';

/** What the sentence about a price depends on, beside the price. */
export type Priced = Pick<Chat, 'free_answer' | 'message_credits'> & { profile: Pick<Chat['profile'], 'fictional'> };

/** What sending costs, in a sentence. */
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
