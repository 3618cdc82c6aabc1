import type { Transaction } from '../platform/database/database.ts';
import type { Call } from '../platform/handler.ts';
import { noteConsents, placeOfCall, unknownPlace } from './consents/note-consents.ts';
import { findUnlogged } from './consents/queries.ts';
import { setConsent } from './queries.ts';

/** Version of the text by which members consent to storing sexuality and interests. */
export const sensitiveConsentVersion = '2025-11-01';

/**
 * Records a member's consent to storing sensitive fields, with its time and the version of the text, or its withdrawal.
 * The caller has to clear the profile's fields, and passes the call by which the member decided.
 */
export async function recordSensitiveConsent(
  tx: Transaction,
  memberId: string,
  given: boolean,
  now: Date,
  call?: Pick<Call, 'userAgent' | 'geoipCountry'>,
): Promise<void> {
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
