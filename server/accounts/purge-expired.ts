import { mailChangeHours, mailRevertHours } from '../../contract/accounts/limits.ts';
import { trackingKeptMonths } from '../../contract/sources/limits.ts';
import type { AppContext } from '../context.ts';
import { after, dayMs, hourMs, monthsBefore } from '../platform/clock.ts';
import { purgeKeptEmails, purgeMailChanges } from './address/queries.ts';
import { purgeChallenges } from './passkeys/queries.ts';
import { purgeAttempts, purgeSessions, purgeSignUpRequests, purgeTokens, purgeTracking } from './queries.ts';

// By then, the job that opens the account has been retried for days.
const signUpRequestDays = 7;

/** Deletes expired rows of the account tables and the affiliate tracking of old sign-ups. Runs every night. */
export async function purgeExpired(context: AppContext): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    await tx.run(purgeAttempts, { now });
    await tx.run(purgeTokens, { now });
    await tx.run(purgeSessions, { now });
    await tx.run(purgeChallenges, { now });
    await tx.run(purgeMailChanges, {
      doneBefore: after(now, -mailRevertHours * hourMs),
      askedBefore: after(now, -mailChangeHours * hourMs),
    });
    await tx.run(purgeKeptEmails, { now });
    await tx.run(purgeSignUpRequests, { before: after(now, -signUpRequestDays * dayMs) });
    await tx.run(purgeTracking, { before: monthsBefore(now, trackingKeptMonths) });
  });
}
