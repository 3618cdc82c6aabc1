import type { Transaction } from '../platform/database/database.ts';
import { setConsent } from './queries.ts';

/** Version of the text by which members consent to storing sexuality and interests. */
export const sensitiveConsentVersion = '2025-11-01';

/**
 * Records a member's consent to storing sensitive fields, with its time and the version of the text, or its withdrawal.
 * The caller has to clear the profile's fields.
 */
export async function recordSensitiveConsent(
  tx: Transaction,
  memberId: string,
  given: boolean,
  now: Date,
): Promise<void> {
  await tx.run(setConsent, {
    memberId,
    version: given ? sensitiveConsentVersion : null,
    givenAt: given ? now : null,
  });
}
