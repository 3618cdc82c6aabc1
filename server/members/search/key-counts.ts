import type { Database } from '../../platform/database/database.ts';
import { listKeyCounts } from './queries.ts';
import type { KeyCounts } from './query-plan.ts';

interface Kept {
  until: number;
  known: Promise<KeyCounts>;
}

const keepMs = 600_000;
const kept = new WeakMap<Database, Kept>();

/**
 * Estimates how many members have each key, from the database's statistics; without them, all keys count as rare. Read
 * at most every ten minutes; only the first search of a process waits for it.
 */
export async function keyCounts(database: Database, now: number): Promise<KeyCounts> {
  const last = kept.get(database);
  if (last && last.until > now && last.until <= now + keepMs) return last.known;
  const fresh: Kept = { until: now + keepMs, known: read(database) };
  kept.set(database, fresh);
  // Older statistics are good enough while newer ones are being read.
  if (last) {
    fresh.known = fresh.known.catch(() => last.known);
    return last.known;
  }
  fresh.known.catch(() => kept.delete(database));
  return fresh.known;
}

async function read(database: Database): Promise<KeyCounts> {
  const rows = await database.all(listKeyCounts);
  const least = Math.min(...rows.map(({ members }) => members));
  return { counts: new Map(rows.map(({ key, members }) => [key, members])), rarest: rows.length > 0 ? least / 2 : 0 };
}
