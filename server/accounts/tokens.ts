import { activationTokenHours, resetTokenMinutes } from '../../contract/limits.ts';
import { after, hourMs, minuteMs } from '../platform/clock.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import { hashToken, newToken } from '../platform/hash.ts';
import { deleteTokens, findToken, insertToken, lockMember, useToken } from './queries.ts';

export type TokenPurpose = 'activation' | 'reset';

const lifetimeMs: Record<TokenPurpose, number> = {
  activation: activationTokenHours * hourMs,
  reset: resetTokenMinutes * minuteMs,
};

/** Creates an email's token: 256 random bits, stored only as a hash. Every older one of the same purpose is revoked. */
export async function issueToken(tx: Transaction, memberId: string, purpose: TokenPurpose, now: Date): Promise<string> {
  const token = newToken();
  // Emails created at the same time wait for this lock, or neither would see and revoke the other's token.
  await tx.run(lockMember, { memberId });
  await tx.run(deleteTokens, { memberId, purpose });
  await tx.run(insertToken, {
    tokenHash: hashToken(token),
    memberId,
    purpose,
    now,
    expiresAt: after(now, lifetimeMs[purpose]),
  });
  return token;
}

/** The member a valid token belongs to, without consuming it. */
export async function findTokenOwner(
  reader: Reader,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<string | undefined> {
  return (await reader.first(findToken, { tokenHash: hashToken(token), purpose, now }))?.member_id;
}

/** Consumes a token and returns its member; undefined if it is unknown, used, expired, or of another purpose. */
export async function consumeToken(
  tx: Transaction,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<string | undefined> {
  return (await tx.first(useToken, { tokenHash: hashToken(token), purpose, now }))?.member_id;
}

/** Revokes the tokens of a purpose, such as after a change of password. */
export async function revokeTokens(tx: Transaction, memberId: string, purpose: TokenPurpose): Promise<void> {
  await tx.run(deleteTokens, { memberId, purpose });
}
