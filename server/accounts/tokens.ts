import { createHmac, randomUUID } from 'node:crypto';

import { activationTokenHours, resetTokenMinutes, resetTokenResendMinutes } from '../../contract/accounts/limits.ts';
import type { AppContext } from '../context.ts';
import { after, hourMs, minuteMs } from '../platform/clock.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import { hashToken, newToken } from '../platform/hash.ts';
import { deleteTokens, endEntryTokens, findToken, insertToken, lockMember, setResetLink, useToken } from './queries.ts';

export const tokenPurposes = ['activation', 'reset', 'reactivation', 'mail-change', 'mail-revert', 'entry'] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];

const lifetimeMs = {
  activation: activationTokenHours * hourMs,
  reset: resetTokenMinutes * minuteMs,
};

/** Creates the token of an activation email. Older ones are revoked. */
export async function activationToken(tx: Transaction, memberId: string, now: Date): Promise<string> {
  return freshToken(tx, { memberId, purpose: 'activation', now, expiresAt: after(now, lifetimeMs.activation) });
}

/** Creates the only valid token of its purpose, 256 random bits of which the hash is stored. Revokes older ones. */
export async function freshToken(
  tx: Transaction,
  { memberId, purpose, now, expiresAt }: { memberId: string; purpose: TokenPurpose; now: Date; expiresAt: Date },
): Promise<string> {
  const token = newToken();
  // Emails created at the same time wait for this lock; otherwise neither would see and revoke the other's token.
  await tx.run(lockMember, { memberId });
  await tx.run(deleteTokens, { memberId, purpose });
  await tx.run(insertToken, {
    tokenHash: hashToken(token),
    memberId,
    purpose,
    now,
    expiresAt,
  });
  return token;
}

/** A link's token, and the minutes for which it works. */
export interface LinkToken {
  token: string;
  minutes: number;
}

/**
 * Returns the token of a reset email. Anybody can request one, so a request never revokes a link: the newest is sent
 * again while it works for long enough, and otherwise expires beside a new one. A token follows from a stored random
 * id and the installation's secret, so it can be made again. Null if a link works and `unlessWorking`.
 */
export async function resetToken(
  tx: Transaction,
  { secret, clock }: Pick<AppContext, 'secret' | 'clock'>,
  memberId: string,
  unlessWorking: boolean,
): Promise<LinkToken | null> {
  const now = clock.now();
  const row = await tx.first(lockMember, { memberId });
  if (row?.reset_link_id && row.reset_link_at) {
    const token = tokenOfLink(secret, row.reset_link_id);
    const msLeft = after(row.reset_link_at, lifetimeMs.reset).getTime() - now.getTime();
    const works = (await findTokenOwner(tx, token, 'reset', now)) === memberId;
    if (works && unlessWorking) return null;
    if (works && msLeft >= resetTokenResendMinutes * minuteMs) return { token, minutes: Math.floor(msLeft / minuteMs) };
  }
  const linkId = randomUUID();
  const token = tokenOfLink(secret, linkId);
  const expiresAt = after(now, lifetimeMs.reset);
  await tx.run(setResetLink, { memberId, linkId, now });
  await tx.run(insertToken, { tokenHash: hashToken(token), memberId, purpose: 'reset', now, expiresAt });
  return { token, minutes: resetTokenMinutes };
}

function tokenOfLink(secret: string, linkId: string): string {
  return createHmac('sha256', secret).update(`reset link ${linkId}`).digest('base64url');
}

/** Returns the member of a valid token, without consuming it. */
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

/** Revokes a member's tokens of one purpose. */
export async function revokeTokens(tx: Transaction, memberId: string, purpose: TokenPurpose): Promise<void> {
  await tx.run(deleteTokens, { memberId, purpose });
}

/** Ends the login links in a member's notices, even for emails that are sent again. */
export async function endEntryLinks(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(endEntryTokens, { memberId });
}
