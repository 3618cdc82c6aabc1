import { searchCountMax } from '../../../contract/limits.ts';
import { minuteMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Filters } from './filters.ts';

/** So many are counted to be sure of "more than 1,000" for a while: a hundred do not leave within minutes. */
export const surelyMore = searchCountMax + 100;

const keepMs = 5 * minuteMs;
const keptMax = 20_000;
const kept = new WeakMap<Database, Map<string, number>>();

/**
 * Which filters lately found surely more than is ever told, so that the next page, and the next to search alike, need no
 * count. Kept in this process for five minutes; never for those online now, who come and go.
 */
export function isCrowded(database: Database, filters: Filters, now: number): boolean {
  const until = kept.get(database)?.get(nameOf(filters)) ?? 0;
  return filters.activeSince === undefined && until > now && until <= now + keepMs;
}

export function noteFound(database: Database, filters: Filters, { found, now }: { found: number; now: number }): void {
  if (found < surelyMore || filters.activeSince) return;
  const names = kept.get(database) ?? new Map<string, number>();
  if (names.size >= keptMax) names.clear();
  kept.set(database, names.set(nameOf(filters), now + keepMs));
}

// The same for whoever searches: nobody blocks a hundred of those who fit.
function nameOf(filters: Filters): string {
  return JSON.stringify({ ...filters, viewerId: null });
}

/** Makes the next search count again, as a first search does. */
export function forgetLargeResults(database: Database): void {
  kept.delete(database);
}
