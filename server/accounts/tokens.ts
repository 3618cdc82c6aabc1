import { activationTokenHours, resetTokenMinutes } from '../../contract/limits.ts';
import { after, hourMs, minuteMs } from '../platform/clock.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import { hashToken, newToken } from '../platform/hash.ts';
import { deleteTokens, findToken, insertToken, lockMember, useToken } from './queries.ts';

export type TokenPurpose = 'activation' | 'reset';

const livesMs: Record<TokenPurpose, number> = {
  activation: activationTokenHours * hourMs,
  reset: resetTokenMinutes * minuteMs,
};

/** Makes the token of a mail: 256 random bits, stored as a hash only. Every older one of its purpose stops working. */
export async function issueToken(tx: Transaction, memberId: string, purpose: TokenPurpose, now: Date): Promise<string> {
  const token = newToken();
  // Letters that are made at the same time queue here: neither would see, and drop, the other's token.
  await tx.run(lockMember, [memberId]);
  await tx.run(deleteTokens, [memberId, purpose]);
  await tx.run(insertToken, [hashToken(token), memberId, purpose, now, after(now, livesMs[purpose])]);
  return token;
}

/** The member of a token that still works, without using it up. */
export async function findTokenOwner(
  reader: Reader,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<string | undefined> {
  return (await reader.first(findToken, [hashToken(token), purpose, now]))?.member_id;
}

/** Uses a token up and tells whose it is; nothing when it is unknown, used, too old, or of another purpose. */
export async function consumeToken(
  tx: Transaction,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<string | undefined> {
  return (await tx.first(useToken, [hashToken(token), purpose, now]))?.member_id;
}

/** Makes the tokens of a purpose useless, as after a change of password. */
export async function revokeTokens(tx: Transaction, memberId: string, purpose: TokenPurpose): Promise<void> {
  await tx.run(deleteTokens, [memberId, purpose]);
}
