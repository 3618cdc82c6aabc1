import { useQuery } from '@tanstack/react-query';

import type { Chat } from '../../../contract/chat/operations.ts';
import { type CreditsCost, costOfCredits } from '../../../contract/credits/credit-costs.ts';
import { type Format, useFormat } from '../../platform/sentences/format.ts';
import { type ShellSettings, type User, settingsQuery, userQuery } from '../../platform/calls/queries.ts';
import { type Say, useSay } from '../../platform/sentences/sentences.tsx';

/**
 * Returns the cost of credits in money for this member: as the `money` value of a sentence, and as an amount if any.
 */
export function useCreditsCost(credits: number): { value: string; amount: string | null } {
  const say = useSay();
  const format = useFormat();
  const { data: settings } = useQuery(settingsQuery);
  const { data: user } = useQuery(userQuery);
  const cost = computeCreditsCost(credits, settings, user);
  const value = moneyValue(cost, say, format);
  return { value, amount: cost === null || cost.kind === 'given' ? null : value };
}

export type Priced = Pick<Chat, 'free_answer' | 'message_credits'> & { profile: Pick<Chat['profile'], 'fictional'> };

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

/**
 * Computes the cost of credits. Before the first purchase, it is the country's lowest price, in proportion to that of
 * one message.
 */
export function computeCreditsCost(
  credits: number,
  settings: Pick<ShellSettings, 'minimum_message_costs' | 'message_credits'> | undefined,
  user:
    | (Pick<User, 'credits' | 'paid_user' | 'credit_lots'> & { profile: Pick<User['profile'], 'country'> })
    | null
    | undefined,
): CreditsCost {
  if (!user) return null;
  const known = settings?.minimum_message_costs[user.profile.country];
  return costOfCredits(credits, user, known && { ...known, credits: settings.message_credits });
}

/** Returns a cost as the `money` value of a sentence: `none`, `given`, or an amount; a lowest price says "from". */
export function moneyValue(cost: CreditsCost, say: Say, format: Format): string {
  if (cost === null) return 'none';
  if (cost.kind === 'given') return 'given';
  const money = format.money(cost.minor, cost.currency);
  return cost.kind === 'from' ? say('chat.money-from', { money }) : money;
}
