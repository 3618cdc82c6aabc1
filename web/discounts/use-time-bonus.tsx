import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';

import { countdownTickMs } from '../../contract/discounts/limits.ts';
import { userQuery, wholeCaches } from '../platform/calls/queries.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { cx } from '../ui/cx.ts';
import { type TimeBonus, mayHaveBonus, timeBonusQuery } from './discount-queries.ts';

export interface RunningBonus extends TimeBonus {
  secondsLeft: number;
}

/** Counts down to the server's end. Null for payers, after the end, and without a login (specification, section 4). */
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
    for (const queryKey of wholeCaches('bundles', 'order-price')) void client.invalidateQueries({ queryKey });
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

/**
 * Returns how far the server's clock is ahead of the browser's, in milliseconds. The browser's may be wrong by hours.
 */
function serverAhead({ now, arrivedAt }: TimeBonus): number {
  if (arrivedAt !== null) return now - arrivedAt;
  // The performance timeline has its own monotonic clock, so convert it to the current time of day.
  const sincePage = performance.now() - (pageTiming()?.responseStart ?? performance.now());
  return now - (Date.now() - sincePage);
}

function wasSlow({ arrivedAt }: TimeBonus): boolean {
  const page = pageTiming();
  return arrivedAt === null && page !== undefined && page.responseStart - page.requestStart > slowPageMs;
}

function pageTiming(): PerformanceNavigationTiming | undefined {
  return performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
}

export function formatCountdown(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
}

/** Returns whole seconds until `end`, both in milliseconds of the server's clock; 0 when it is over. */
export function secondsLeft(end: number, now: number): number {
  return Math.max(0, Math.ceil((end - now) / 1_000));
}

/** The time left. Screen readers read it on focus, not every second. */
export function Countdown({ seconds, className }: { seconds: number; className?: string }): ReactElement {
  const say = useSay();
  return (
    <span role="timer" aria-live="off" aria-label={say('shell.bonus-left')} className={cx('tabular-nums', className)}>
      {formatCountdown(seconds)}
    </span>
  );
}
