import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { countdownTickMs } from '../../contract/discounts/limits.ts';
import { userQuery } from '../platform/queries.ts';
import { secondsLeft } from './countdown.ts';
import { type TimeBonus, mayHaveBonus, timeBonusQuery } from './discount-queries.ts';

export interface RunningBonus extends TimeBonus {
  secondsLeft: number;
}

/**
 * The member's running time bonus, counted down each second to the server's end. Null for payers, after the end, and
 * without a login (specification, section 4). At the end, prices are reloaded.
 */
export function useTimeBonus(): RunningBonus | null {
  const client = useQueryClient();
  const { data: user = null } = useQuery(userQuery);
  const { data: bonus = null, refetch } = useQuery({ ...timeBonusQuery, enabled: mayHaveBonus(user) });
  const running = user && !user.paid_user ? bonus : null;
  const left = useSecondsLeft(running);
  useEffect(() => {
    if (running && wasSlow(running)) void refetch();
  }, [running, refetch]);
  const isOver = running !== null && left === 0;
  useEffect(() => {
    if (!isOver) return;
    client.setQueryData(timeBonusQuery.queryKey, null);
    for (const name of ['bundles', 'quote'] as const) void client.invalidateQueries({ queryKey: [name] });
  }, [isOver, client]);
  return running && !isOver ? { ...running, secondsLeft: left } : null;
}

/** After a slower page load, the page's time is too old to derive the server's clock: the bonus is requested again. */
const slowPageMs = 1_000;

function useSecondsLeft(bonus: TimeBonus | null): number {
  const [left, setLeft] = useState<{ of: TimeBonus; seconds: number } | null>(null);
  useEffect(() => {
    if (!bonus) return undefined;
    const ahead = serverAhead(bonus);
    const tick = (): void => setLeft({ of: bonus, seconds: secondsLeft(bonus.end, Date.now() + ahead) });
    tick();
    const timer = setInterval(tick, countdownTickMs);
    return () => clearInterval(timer);
  }, [bonus]);
  if (!bonus) return 0;
  // Until the first tick, use the server's count, so that its page and the browser's first render match.
  return left?.of === bonus ? left.seconds : secondsLeft(bonus.end, bonus.now);
}

/** How far the server's clock is ahead of the browser's, in milliseconds. The browser's may be wrong by hours. */
function serverAhead({ now, arrivedAt }: TimeBonus): number {
  if (arrivedAt !== null) return now - arrivedAt;
  // The performance timeline has its own monotonic clock, so convert it to the current time of day.
  const sincePage = performance.now() - (pageTiming()?.responseStart ?? performance.now());
  return now - (Date.now() - sincePage);
}

/** Whether the page took so long that the countdown could be off by more than a second. */
function wasSlow({ arrivedAt }: TimeBonus): boolean {
  const page = pageTiming();
  return arrivedAt === null && page !== undefined && page.responseStart - page.requestStart > slowPageMs;
}

function pageTiming(): PerformanceNavigationTiming | undefined {
  return performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
}
