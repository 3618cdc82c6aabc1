import type { ShellSettings, User } from '../../queries.ts';

/** Money in minor units of a currency. */
export interface Money {
  minor: number;
  currency: string;
}

/**
 * What a number of credits is worth in money: the price of one message in the member's country, in proportion and
 * rounded up. Null where the site does not know a price for the country, or nothing is paid.
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
