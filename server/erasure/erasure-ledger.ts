import { hash } from 'node:crypto';

import type { AppContext } from '../context.ts';

/**
 * The ledger of erasures: an object without content per erased member, kept apart from the database so that no restore
 * loses it. Its name is a hash of the random id, from which nobody is found.
 */
export function memberHash(memberId: string): string {
  return hash('sha256', memberId, 'hex');
}

export async function noteErasure({ erasures }: Pick<AppContext, 'erasures'>, memberId: string): Promise<void> {
  const name = memberHash(memberId);
  await erasures.put(`${name.slice(0, 2)}/${name}`, new Uint8Array());
}

/** The hashes of all members who were ever erased, some hundred at a time. */
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
