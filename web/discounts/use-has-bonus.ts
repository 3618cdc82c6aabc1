import { useQuery } from '@tanstack/react-query';

import { userQuery } from '../platform/queries.ts';
import { mayHaveBonus, timeBonusQuery } from './discount-queries.ts';

/** Whether the member's time bonus is running. Requests it after a login; otherwise it came with the page. */
export function useHasBonus(): boolean {
  const { data: user = null } = useQuery(userQuery);
  const { data: bonus = null } = useQuery({ ...timeBonusQuery, enabled: mayHaveBonus(user) });
  return bonus !== null && user !== null && !user.paid_user;
}
