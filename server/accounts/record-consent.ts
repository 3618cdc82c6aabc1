import type { Transaction } from '../platform/database/database.ts';
import { setConsent } from './queries.ts';

/** Version of the text under which members agree that sexuality and interests are stored. */
export const sensitiveConsentVersion = '2025-11-01';

/**
 * Notes that a member agreed to sensitive fields being stored, with the moment and the version of the text, or took it
 * back. Emptying the fields of the profile is the caller's part.
 */
export async function recordSensitiveConsent(
  tx: Transaction,
  memberId: string,
  given: boolean,
  now: Date,
): Promise<void> {
  await tx.run(setConsent, [memberId, given ? sensitiveConsentVersion : null, given ? now : null]);
}
