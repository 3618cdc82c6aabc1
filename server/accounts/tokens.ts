import { createHmac, randomUUID } from 'node:crypto';

import { activationTokenHours, resetTokenMinutes, resetTokenResendMinutes } from '../../contract/accounts/limits.ts';
import type { AppContext } from '../context.ts';
import { after, hourMs, minuteMs } from '../platform/clock.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import { hashToken, newToken } from '../platform/hash.ts';
import { type JobRun, getJobKey } from '../platform/jobs/jobs.ts';
import { deleteTokens, endLoginTokens, findToken, insertToken, lockMember, setResetLink, useToken } from './queries.ts';

export const tokenPurposes = [
  'activation',
  'reset',
  'reactivation',
  'mail-change',
  'mail-revert',
  'login-link',
] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];

const lifetimeMs = {
  activation: activationTokenHours * hourMs,
  reset: resetTokenMinutes * minuteMs,
};

/**
 * Returns a new token for the link of a mail, 256 bits. All runs of a job make the same one: if its mail is sent twice,
 * receivers may show only one of them, by its Message-ID, and its link must work.
 */
export function newMailToken({ secret }: Pick<AppContext, 'secret'>, purpose: TokenPurpose, run?: JobRun): string {
  if (!run) return newToken();
  return createHmac('sha256', secret)
    .update(`${purpose} of job ${getJobKey(run)}`)
    .digest('base64url');
}

/** Issues the token of an activation link, and revokes the member's older ones. */
export async function issueActivationToken(
  tx: Transaction,
  { memberId, token, now }: { memberId: MemberId; token: string; now: Date },
): Promise<void> {
  await issueToken(tx, { memberId, token, purpose: 'activation', now, expiresAt: after(now, lifetimeMs.activation) });
}

interface NewToken {
  memberId: MemberId;
  token: string;
  purpose: TokenPurpose;
  now: Date;
  expiresAt: Date;
}

/** Makes it the only valid token of its purpose. Its hash is stored. */
export async function issueToken(
  tx: Transaction,
  { memberId, token, purpose, now, expiresAt }: NewToken,
): Promise<void> {
  // Mails created at the same time wait for this lock; otherwise neither would see and revoke the other's token.
  await tx.run(lockMember, { memberId });
  await tx.run(deleteTokens, { memberId, purpose });
  await tx.run(insertToken, {
    tokenHash: hashToken(token),
    memberId,
    purpose,
    now,
    expiresAt,
  });
}

export interface LinkToken {
  token: string;
  minutes: number;
}

/**
 * Issues the token of a reset link; null if a link works and `unlessWorking`. Anybody can request a reset, so a request
 * revokes no link: the newest is sent again while it works for long enough, otherwise it expires beside a new one. A
 * token follows from a stored random id and the secret, so it can be made again.
 */
export async function issueResetToken(
  tx: Transaction,
  { secret, clock }: Pick<AppContext, 'secret' | 'clock'>,
  memberId: MemberId,
  unlessWorking: boolean,
): Promise<LinkToken | null> {
  const now = clock.now();
  const row = await tx.first(lockMember, { memberId });
  if (row?.reset_link_id && row.reset_link_at) {
    const token = deriveResetToken(secret, row.reset_link_id);
    const msLeft = after(row.reset_link_at, lifetimeMs.reset).getTime() - now.getTime();
    const works = (await findTokenOwner(tx, token, 'reset', now)) === memberId;
    if (works && unlessWorking) return null;
    if (works && msLeft >= resetTokenResendMinutes * minuteMs) return { token, minutes: Math.floor(msLeft / minuteMs) };
  }
  const linkId = randomUUID();
  const token = deriveResetToken(secret, linkId);
  const expiresAt = after(now, lifetimeMs.reset);
  await tx.run(setResetLink, { memberId, linkId, now });
  await tx.run(insertToken, { tokenHash: hashToken(token), memberId, purpose: 'reset', now, expiresAt });
  return { token, minutes: resetTokenMinutes };
}

function deriveResetToken(secret: string, linkId: string): string {
  return createHmac('sha256', secret).update(`reset link ${linkId}`).digest('base64url');
}

export async function findTokenOwner(
  reader: Reader,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<MemberId | undefined> {
  return (await reader.first(findToken, { tokenHash: hashToken(token), purpose, now }))?.member_id;
}

/** Returns undefined if the token is unknown, used, expired, or of another purpose. */
export async function consumeToken(
  tx: Transaction,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<MemberId | undefined> {
  return (await tx.first(useToken, { tokenHash: hashToken(token), purpose, now }))?.member_id;
}

export async function revokeTokens(tx: Transaction, memberId: MemberId, purpose: TokenPurpose): Promise<void> {
  await tx.run(deleteTokens, { memberId, purpose });
}

/** Ends all login links of a member, even those of mails that are sent again. */
export async function endLoginLinks(tx: Transaction, memberId: MemberId): Promise<void> {
  await tx.run(endLoginTokens, { memberId });
}
