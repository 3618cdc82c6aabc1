import { hash, verify } from '@node-rs/argon2';

import { normalizePassword } from '../../contract/accounts/password.ts';
import { newToken } from '../platform/hash.ts';

// Argon2id (2 in the library's numbering) with 19 MiB, two passes and one lane.
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password), settings);
}

let dummyHash: Promise<string> | undefined;

/** True if the password matches. Without a hash, does the same work and never matches. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const tried = stored ?? (await (dummyHash ??= hashPassword(newToken())));
  return (await verify(tried, normalizePassword(password))) && stored !== undefined;
}
