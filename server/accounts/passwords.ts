import { hash, verify } from '@node-rs/argon2';

import { newToken } from '../platform/hash.ts';

// Argon2id (2 in the library's numbering) with 19 MiB, two passes and one lane.
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The argon2id hash of a password, byte-exact, with a random salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, settings);
}

let dummyHash: Promise<string> | undefined;

/** Whether a password matches a hash. Without a hash it does the same work and returns false. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword(newToken());
  const fits = await verify(stored ?? (await dummyHash), password);
  return fits && stored !== undefined;
}
