import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns a random 256-bit token for cookies and links. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Compares in the same time wherever the two differ, so that nobody can guess a secret piece by piece. */
export function isSameSecret(given: string | Buffer, expected: string | Buffer): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
