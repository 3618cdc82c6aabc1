import { useQuery } from '@tanstack/react-query';

import { useFormat } from '../../platform/format.ts';
import { settingsQuery, userQuery } from '../../platform/queries.ts';
import { useSay } from '../../platform/sentences.tsx';
import { computeCreditsCost, moneyValue } from './credits-in-money.ts';

/** The cost of credits in money for this member: as the `money` value of a sentence, and as an amount if any. */
export function useCreditsCost(credits: number): { value: string; amount: string | null } {
  const say = useSay();
  const format = useFormat();
  const { data: settings } = useQuery(settingsQuery);
  const { data: user } = useQuery(userQuery);
  const cost = computeCreditsCost(credits, settings, user);
  const value = moneyValue(cost, say, format);
  return { value, amount: cost === null || cost.kind === 'given' ? null : value };
}
