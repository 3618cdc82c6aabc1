import { searchCountMax } from '../../../contract/members/limits.ts';
import { minuteMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Filters } from './filters.ts';

/** A result this large stays above the 1,000 counted exactly: a hundred members do not leave within minutes. */
export const largeResultMin = searchCountMax + 100;

const keepMs = 5 * minuteMs;
const keptMax = 20_000;
const kept = new WeakMap<Database, Map<string, number>>();

/**
 * True if these filters recently had so large a result that further pages, and other viewers with the same filters,
 * need no count. Kept in this process for five minutes; never for the online filter, whose results change too quickly.
 */
export function isLargeResult(database: Database, filters: Filters, now: number): boolean {
  const until = kept.get(database)?.get(nameOf(filters)) ?? 0;
  return filters.activeSince === undefined && until > now && until <= now + keepMs;
}

export function rememberLargeResult(
  database: Database,
  filters: Filters,
  { found, now }: { found: number; now: number },
): void {
  if (found < largeResultMin || filters.activeSince) return;
  const names = kept.get(database) ?? new Map<string, number>();
  if (names.size >= keptMax) names.clear();
  kept.set(database, names.set(nameOf(filters), now + keepMs));
}

// Shared by all viewers except those who hide many: nobody blocks a hundred matching members, but some hide that many.
function nameOf(filters: Filters): string {
  return JSON.stringify({ ...filters, viewerId: filters.hidesMany ? filters.viewerId : null, home: null });
}

/** Makes the next search count again, for benchmarks. */
export function forgetLargeResults(database: Database): void {
  kept.delete(database);
}
