import { searchCountMax } from '../../../contract/members/limits.ts';
import type { AppContext } from '../../context.ts';
import { BoundedMap } from '../../platform/bounded-map.ts';
import { minuteMs } from '../../platform/clock.ts';
import type { Filters } from './filters.ts';

type Memory = Pick<AppContext, 'memory'>;

/** A result this large stays above the 1,000 counted exactly: a hundred members do not leave within minutes. */
export const largeResultMin = searchCountMax + 100;

const keepMs = 5 * minuteMs;
export const createLargeResults = () => new BoundedMap<string, number>(20_000);

/**
 * True if these filters recently had a result that needs no count, for five minutes and within this process; never for
 * the online filter, whose results change too quickly.
 */
export function isLargeResult({ memory }: Memory, filters: Filters, now: number): boolean {
  const until = memory(createLargeResults).get(deriveCacheKey(filters)) ?? 0;
  return filters.activeSince === undefined && until > now && until <= now + keepMs;
}

export function rememberLargeResult({ memory }: Memory, filters: Filters, found: number, now: number): void {
  if (found < largeResultMin || filters.activeSince) return;
  memory(createLargeResults).set(deriveCacheKey(filters), now + keepMs);
}

// Shared by all viewers except those who hide many: nobody blocks a hundred matching members, but some hide that many.
function deriveCacheKey(filters: Filters): string {
  return JSON.stringify({ ...filters, viewerId: filters.hidesMany ? filters.viewerId : null, home: null });
}
