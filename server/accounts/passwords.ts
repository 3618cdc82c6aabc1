import { hash, verify } from '@node-rs/argon2';

import { normalizePassword } from '../../contract/accounts/password.ts';
import { newToken } from '../platform/hash.ts';

// Argon2id (2 in the library's numbering) with 19 MiB, two passes and one lane.
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The argon2id hash of a password in its normal form, with a random salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password), settings);
}

let dummyHash: Promise<string> | undefined;

/**
 * Whether a password matches a hash. Without a hash, does the same work and never matches. A hash of the password as
 * typed rather than of its normal form is `outdated`.
 */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
): Promise<{ fits: boolean; outdated: boolean }> {
  const tried = stored ?? (await (dummyHash ??= hashPassword(newToken())));
  const normal = normalizePassword(password);
  const fits = await verify(tried, normal);
  const outdated = !fits && normal !== password && (await verify(tried, password));
  return { fits: (fits || outdated) && stored !== undefined, outdated };
}
