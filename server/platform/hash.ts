import { hash, randomBytes } from 'node:crypto';

/** Returns a random 256-bit token for cookies and links. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
