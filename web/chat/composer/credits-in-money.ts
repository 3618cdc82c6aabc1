import type { ShellSettings, User } from '../../queries.ts';

/** Money in minor units of a currency. */
export interface Money {
  minor: number;
  currency: string;
}

/**
 * The value of some credits in money, in proportion to the price of one message in the member's country, rounded up.
 * Null where the site has no price for the country, or where messages are free.
 */
export function moneyOf(
  credits: number,
  settings: Pick<ShellSettings, 'minimum_message_costs' | 'message_credits'> | undefined,
  user: { profile: Pick<User['profile'], 'country'> } | null | undefined,
): Money | null {
  const known = user && settings?.minimum_message_costs[user.profile.country];
  if (!known || credits === 0 || settings.message_credits === 0) return null;
  return { minor: Math.ceil((known.costs * credits) / settings.message_credits), currency: known.currency };
}
