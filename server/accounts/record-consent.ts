import type { ConsentSubject } from '../../contract/accounts/consents.ts';
import type { Transaction } from '../platform/database/database.ts';
import { Failure, retryAfter } from '../platform/failure.ts';
import type { Call, MemberCall } from '../platform/handler.ts';
import { consentGivenLimit } from './attempt-rules.ts';
import { countAttempt } from './attempts.ts';
import { logConsents, placeOfCall, unknownPlace } from './consents/log-consents.ts';
import { setConsent } from './queries.ts';

/** Version of the text for consenting to the storage of sexuality and interests. */
export const sensitiveConsentVersion = '2025-11-01';

/** Records consent to sensitive fields or its withdrawal; the caller clears the fields. Throws request.too-many. */
export async function recordSensitiveConsent(
  tx: Transaction,
  memberId: MemberId,
  given: boolean,
  now: Date,
  call?: Pick<Call, 'userAgent' | 'geoipCountry'>,
): Promise<void> {
  if (given && call) await countGiven(tx, memberId, now);
  const version = given ? sensitiveConsentVersion : null;
  await tx.run(setConsent, { memberId, version, givenAt: given ? now : null });
  const place = call ? placeOfCall(call) : unknownPlace;
  await logConsents(tx, { memberId, subjects: ['sensitive'], way: 'page', given, version, place, now });
}

/** Records the kinds that a member turns on and off. Throws request.too-many if kinds are turned on too often. */
export async function recordChoices(
  tx: Transaction,
  { context, member, ...place }: MemberCall,
  { on = [], off = [] }: Partial<Record<'on' | 'off', readonly Exclude<ConsentSubject, 'begin_at_once'>[]>>,
): Promise<void> {
  const shared = { memberId: member.id, way: 'page', place: placeOfCall(place), now: context.clock.now() } as const;
  if (on.length > 0) await countGiven(tx, member.id, shared.now);
  await logConsents(tx, { ...shared, subjects: on, given: true });
  await logConsents(tx, { ...shared, subjects: off, given: false });
}

const counted = new WeakSet<Transaction>();

/** Counts one call that gives consent, whatever it covers. Withdrawals never count. Throws request.too-many. */
export async function countGiven(tx: Transaction, memberId: MemberId, now: Date): Promise<void> {
  if (counted.has(tx)) return;
  counted.add(tx);
  const waitMs = await countAttempt(tx, { limit: consentGivenLimit, subject: memberId }, now);
  if (waitMs > 0) throw new Failure('request.too-many', retryAfter(waitMs));
}
