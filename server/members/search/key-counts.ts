import type { AppContext } from '../../context.ts';
import { minuteMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { KeyCounts } from './choose-plan.ts';
import { listKeyCounts } from './queries.ts';

const countsKeptMs = 10 * minuteMs;
const createStatistics = (): { last?: { until: number; known: Promise<KeyCounts> } } => ({});

/**
 * Estimates how many members have each key from the database's statistics, which are read at most every ten minutes;
 * only a process's first search waits for them. Without them, all keys count as rare.
 */
export async function loadKeyCounts(
  { database, memory }: Pick<AppContext, 'database' | 'memory'>,
  now: number,
): Promise<KeyCounts> {
  const kept = memory(createStatistics);
  const { last } = kept;
  if (last && last.until > now && last.until <= now + countsKeptMs) return last.known;
  const fresh = { until: now + countsKeptMs, known: readKeyCounts(database) };
  kept.last = fresh;
  // Older statistics are good enough while newer ones are being read.
  if (last) {
    fresh.known = fresh.known.catch(() => last.known);
    return last.known;
  }
  fresh.known.catch(() => delete kept.last);
  return fresh.known;
}

async function readKeyCounts(database: Database): Promise<KeyCounts> {
  const rows = await database.all(listKeyCounts);
  const least = Math.min(...rows.map(({ members }) => members));
  return { counts: new Map(rows.map(({ key, members }) => [key, members])), rarest: rows.length > 0 ? least / 2 : 0 };
}
