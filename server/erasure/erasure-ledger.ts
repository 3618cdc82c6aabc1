import { hash } from 'node:crypto';

import type { AppContext } from '../context.ts';

/**
 * Names a member in the ledger of erasures: an empty object per erased member, kept apart from the database so that no
 * restore loses it. A hash of the random id identifies nobody.
 */
export function memberHash(memberId: string): string {
  return hash('sha256', memberId, 'hex');
}

export async function recordErasure({ erasures }: Pick<AppContext, 'erasures'>, memberId: string): Promise<void> {
  const name = memberHash(memberId);
  await erasures.put(`${name.slice(0, 2)}/${name}`, new Uint8Array());
}

/** Yields the hashes of all members who were ever erased, 500 at a time. */
export async function* listErasures({ erasures }: Pick<AppContext, 'erasures'>): AsyncIterable<string[]> {
  let hashes: string[] = [];
  for await (const { key } of erasures.list()) {
    const [, name] = /^[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key) ?? [];
    if (name !== undefined) hashes.push(name);
    if (hashes.length < 500) continue;
    yield hashes;
    hashes = [];
  }
  if (hashes.length > 0) yield hashes;
}
