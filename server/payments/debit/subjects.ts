import { after, dayMs } from '../../platform/clock.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { refuse } from '../../platform/failure.ts';
import type { PaymentRow } from '../queries.ts';
import { directDebit } from '../rules.ts';
import { type Use, isWithinLimits } from './rules.ts';
import {
  closeUse,
  findDebitOfPayment,
  findSubjects,
  insertUse,
  listUses,
  lockSubject,
  openSubject,
} from './queries.ts';
import { loadBalance } from '../../credits/balance.ts';
import type { Call } from '../../platform/handler.ts';
import { isOff } from '../providers.ts';

/** The keys by which a direct debit is counted and blocked. */
export interface Subjects {
  member: string;
  iban: string;
  phone: string;
}

export function buildSubjects(debit: { member_id: MemberId; iban_hash: string; phone_hash: string }): Subjects {
  return {
    member: memberSubject(debit.member_id),
    iban: `iban:${debit.iban_hash}`,
    phone: `phone:${debit.phone_hash}`,
  };
}

export function memberSubject(memberId: MemberId): string {
  return `member:${memberId}`;
}

async function isMemberBlocked(reader: Reader, memberId: MemberId): Promise<boolean> {
  const [row] = await reader.all(findSubjects, { subjects: [memberSubject(memberId)] });
  return row !== undefined && row.blocked_at !== null;
}

/** Refuses blocked members, accounts and numbers, and orders beyond the limits, before a code is sent. */
export async function mustBeAllowed(
  reader: Reader,
  subjects: Subjects,
  next: { amount: number; exposure: number; now: Date },
): Promise<void> {
  const { amount, exposure, now } = next;
  await refuseBlocked(reader, subjects);
  const since = after(now, -dayMs);
  const uses = await reader.all(listUses, { subjects: [subjects.member, subjects.iban], since });
  for (const subject of [subjects.member, subjects.iban]) {
    const own: Use[] = uses.filter((use) => use.subject === subject);
    if (!isWithinLimits([...own, { amount, created_at: now, closed_at: null }], exposure, now)) refuse('debit.limit');
  }
}

/**
 * Counts a direct debit; refuses blocked subjects and orders beyond the limits. The rows of account, number and member
 * stay locked until the commit, so that simultaneous orders count each other.
 */
export async function countUse(
  tx: Transaction,
  subjects: Subjects,
  use: { memberId: MemberId; paymentId: PaymentId; amount: number; exposure: number; now: Date },
): Promise<void> {
  const { memberId, paymentId, amount, exposure, now } = use;
  const locked = [];
  for (const subject of Object.values(subjects).sort()) {
    await tx.run(openSubject, { subject });
    const row = await tx.first(lockSubject, { subject });
    if (row) locked.push(row);
  }
  mustNotBlock(subjects, locked);
  for (const subject of [subjects.member, subjects.iban]) {
    await tx.run(insertUse, { subject, paymentId, memberId, amount, now });
    const uses = await tx.all(listUses, { subjects: [subject], since: after(now, -dayMs) });
    if (!isWithinLimits(uses, exposure, now)) refuse('debit.limit');
  }
}

/** Closes the use of a direct debit whose bank has responded. */
export async function releaseExposure(
  tx: Transaction,
  { member_id: memberId, payment_id: paymentId, method }: Pick<PaymentRow, 'member_id' | 'payment_id' | 'method'>,
  now: Date,
): Promise<void> {
  if (method !== directDebit) return;
  const debit = await tx.first(findDebitOfPayment, { memberId, paymentId });
  if (!debit) return;
  const { iban, member } = buildSubjects(debit);
  for (const subject of [iban, member].sort()) await tx.run(closeUse, { subject, paymentId, now });
}

export async function refuseBlocked(reader: Reader, subjects: Subjects): Promise<void> {
  mustNotBlock(subjects, await reader.all(findSubjects, { subjects: Object.values(subjects) }));
}

function mustNotBlock(subjects: Subjects, known: readonly { subject: string; blocked_at: Date | null }[]): void {
  const isBlocked = (subject: string): boolean =>
    known.some((row) => row.subject === subject && row.blocked_at !== null);
  if (isBlocked(subjects.member)) refuse('debit.account-blocked');
  if (isBlocked(subjects.iban)) refuse('debit.iban-blocked');
  if (isBlocked(subjects.phone)) refuse('debit.phone-blocked');
}

export function acceptsDebits({ context, site }: Pick<Call, 'context' | 'site'>): boolean {
  return context.sms !== null && site.debit.creditorId !== null && !isOff(site.paymentProviders, directDebit);
}

export async function mayDebit({ context }: Pick<Call, 'context'>, memberId: MemberId): Promise<boolean> {
  const [balance, isBlocked] = await Promise.all([
    loadBalance(context.database, memberId),
    isMemberBlocked(context.database, memberId),
  ]);
  return balance >= 0 && !isBlocked;
}
