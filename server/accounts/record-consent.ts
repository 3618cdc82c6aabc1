import type { ConsentSubject } from '../../contract/accounts/consents.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Call, MemberCall } from '../platform/handler.ts';
import { countGiven } from './consents/count-given.ts';
import { logConsents, placeOfCall, unknownPlace } from './consents/log-consents.ts';
import { findUnlogged } from './consents/queries.ts';
import { setConsent } from './queries.ts';

/** Version of the text for consenting to the storage of sexuality and interests. */
export const sensitiveConsentVersion = '2025-11-01';

/**
 * Records that a member gives or withdraws consent to storing sensitive fields. The caller clears the profile's fields,
 * and passes the call in which the member decided. Throws request.too-many if the member consents too often.
 */
export async function recordSensitiveConsent(
  tx: Transaction,
  memberId: string,
  given: boolean,
  now: Date,
  call?: Pick<Call, 'userAgent' | 'geoipCountry'>,
): Promise<void> {
  if (given && call) await countGiven(tx, memberId, now);
  const version = given ? sensitiveConsentVersion : null;
  const shared = { memberId, subjects: ['sensitive'], way: 'page' } as const;
  // First log the consent that is overwritten here.
  const before = await tx.first(findUnlogged, { memberId });
  if (before?.given_at) {
    const { version: text, given_at: at } = before;
    await logConsents(tx, { ...shared, given: true, version: text, place: unknownPlace, now: at });
  }
  await tx.run(setConsent, { memberId, version, givenAt: given ? now : null });
  await logConsents(tx, { ...shared, given, version, place: call ? placeOfCall(call) : unknownPlace, now });
}

/**
 * Logs the kinds that a member turned on or off on a page. Throws request.too-many if kinds are turned on too often.
 */
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
