import { hash, verify } from '@node-rs/argon2';

import { newToken } from '../platform/hash.ts';

// Argon2id (2 in the library's numbering) with 19 MiB, two passes and one lane.
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The argon2id hash of a password, byte for byte, with a salt of its own. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, settings);
}

let nobody: Promise<string> | undefined;

/** Whether a password fits a hash. Without one it takes as long and is never true. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword(newToken());
  const fits = await verify(stored ?? (await nobody), password);
  return fits && stored !== undefined;
}
