import { hash } from 'node:crypto';

import { utcDay } from '../../contract/platform/calendar.ts';
import type { Clock } from '../platform/clock.ts';
import type { Storage } from '../platform/storage/storage.ts';

/**
 * The ledger of erasures, which is not in the database: an empty object for each erasure, below its day, so that a
 * start reads only the days since the last one.
 */
export interface Ledger {
  erasures: Storage;
  clock: Clock;
}

// Sorts after the objects of older programs, which lie below the first two digits of the hash.
const folder = 'on';
const entry = /^(?:on\/\d{4}-\d{2}-\d{2}|[0-9a-f]{2})\/([0-9a-f]{64})$/;
const pageSize = 500;

/** Names a member in the ledger. A hash of a random id reveals nobody. */
export function memberHash(memberId: MemberId): string {
  return hash('sha256', memberId, 'hex');
}

export async function recordErasure({ erasures, clock }: Ledger, hashed: string): Promise<void> {
  const day = utcDay(clock.now());
  await erasures.put(`${folder}/${day}/${hashed}`, new Uint8Array());
}

/** Lists the hashes of erased members, some hundreds at a time: those of a day and later, or all. */
export async function* listErasures({ erasures }: Pick<Ledger, 'erasures'>, since: string | null) {
  let hashes: string[] = [];
  for await (const { key } of erasures.list(since === null ? {} : { after: `${folder}/${since}` })) {
    const [, name] = entry.exec(key) ?? [];
    if (name !== undefined) hashes.push(name);
    if (hashes.length < pageSize) continue;
    yield hashes;
    hashes = [];
  }
  if (hashes.length > 0) yield hashes;
}
