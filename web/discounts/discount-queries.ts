import { queryOptions, useQuery } from '@tanstack/react-query';

import { timeBonusWindowSeconds } from '../../contract/discounts/limits.ts';
import { CallError } from '../platform/calls/call.ts';
import { type User, callFrom, keys, userQuery } from '../platform/calls/queries.ts';

export interface TimeBonus {
  percentage: number;
  /** End of the bonus by the server's clock, in milliseconds. */
  end: number;
  /** The server's time when it responded. */
  now: number;
  /** The browser's time when the response arrived; null if it came with the page. */
  arrivedAt: number | null;
  dismissed: boolean;
}

export const timeBonusQuery = queryOptions({
  queryKey: keys.timeBonus,
  queryFn: async (context): Promise<TimeBonus | null> => {
    try {
      const bonus = await callFrom(context)('getDiscountCode', { timebonus: true });
      if (bonus.expires === null || bonus.now === undefined) return null;
      return {
        percentage: bonus.percentage,
        end: Date.parse(bonus.expires),
        now: Date.parse(bonus.now),
        arrivedAt: typeof window === 'undefined' ? null : Date.now(),
        dismissed: bonus.dismissed ?? false,
      };
    } catch (error) {
      if (error instanceof CallError) return null;
      throw error;
    }
  },
  staleTime: Infinity,
  retry: false,
});

/** True if a request is worthwhile; the server decides. */
export function mayHaveBonus(user: User | null): boolean {
  if (!user || user.paid_user) return false;
  return Date.now() < Date.parse(user.signup_date) + timeBonusWindowSeconds * 1_000;
}

/** The offer for a member who is about to leave, or null. */
export const lastOfferQuery = queryOptions({
  queryKey: keys.lastOffer,
  queryFn: async (context) => (await callFrom(context)('getLastOffer', {})).offer,
  staleTime: 60_000,
  retry: false,
});

export function useHasBonus(): boolean {
  const { data: user = null } = useQuery(userQuery);
  const { data: bonus = null } = useQuery({ ...timeBonusQuery, enabled: mayHaveBonus(user) });
  return bonus !== null && user !== null && !user.paid_user;
}
