import type { ConsentSubject } from '../../contract/consents.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Call, MemberCall } from '../platform/handler.ts';
import { countGiven } from './consents/count-given.ts';
import { noteConsents, placeOfCall, unknownPlace } from './consents/note-consents.ts';
import { findUnlogged } from './consents/queries.ts';
import { setConsent } from './queries.ts';

/** Version of the text by which members consent to storing sexuality and interests. */
export const sensitiveConsentVersion = '2025-11-01';

/**
 * Records a member's consent to storing sensitive fields, with its time and the version of the text, or its withdrawal.
 * The caller has to clear the profile's fields, and passes the call by which the member decided.
 * Throws request.too-many where one agrees again too often.
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
  const noted = { memberId, subjects: ['sensitive'], way: 'page' } as const;
  // What is overwritten now.
  const before = await tx.first(findUnlogged, { memberId });
  if (before?.given_at) {
    const { version: text, given_at: at } = before;
    await noteConsents(tx, { ...noted, given: true, version: text, place: unknownPlace, now: at });
  }
  await tx.run(setConsent, { memberId, version, givenAt: given ? now : null });
  await noteConsents(tx, { ...noted, given, version, place: call ? placeOfCall(call) : unknownPlace, now });
}

/**
 * Adds to the log what a member turned on or off by a page of ours. Only what changes is an act. Throws request.too-many
 * where one agrees again too often.
 */
export async function recordChoices(
  tx: Transaction,
  { context, member, ...place }: MemberCall,
  { on = [], off = [] }: Partial<Record<'on' | 'off', readonly Exclude<ConsentSubject, 'begin_at_once'>[]>>,
): Promise<void> {
  const noted = { memberId: member.id, way: 'page', place: placeOfCall(place), now: context.clock.now() } as const;
  if (on.length > 0) await countGiven(tx, member.id, noted.now);
  await noteConsents(tx, { ...noted, subjects: on, given: true });
  await noteConsents(tx, { ...noted, subjects: off, given: false });
}
