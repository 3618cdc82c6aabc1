import { type CreditsCost, costOfCredits } from '../../../contract/credits/credit-costs.ts';
import type { Format } from '../../platform/format.ts';
import type { ShellSettings, User } from '../../platform/queries.ts';
import type { Say } from '../../platform/sentences.tsx';

/**
 * Returns the cost of some credits in money for the member. Before the first purchase this is the lowest price in
 * their country, in proportion to the price of one message.
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
