import { purgeExpired } from './accounts/attempts.ts';
import { endInactive } from './accounts/leaving/end-inactive.ts';
import type { AppContext } from './context.ts';
import { purgeStartCredits } from './credits/start-credits.ts';
import { purgeExports } from './export/purge-exports.ts';
import { purgeLikes } from './likes/purge-likes.ts';
import { purgeEvenings } from './members/suggest/purge-evenings.ts';
import { purgeOldDigests } from './notifications/digests/purge-digests.ts';
import { purgePushes } from './notifications/push/purge-pushes.ts';
import { purgeDeclarations } from './payments/withdrawal/purge-declarations.ts';
import { purgeIdempotencyKeys } from './platform/idempotency.ts';
import { purgePostbacks } from './sources/purge-postbacks.ts';
import { purgeComplaints } from './support/purge-complaints.ts';

/** Purges of expired personal data, by their name in the log; the periods are in `erasure/retention.data.ts`. */
export const purges: Readonly<Record<string, (context: AppContext) => Promise<void>>> = {
  accounts: purgeExpired,
  answers: ({ database, clock }) => purgeIdempotencyKeys(database, clock.now()),
  complaints: purgeComplaints,
  credits: purgeStartCredits,
  declarations: purgeDeclarations,
  digests: purgeOldDigests,
  evenings: purgeEvenings,
  exports: purgeExports,
  inactive: endInactive,
  likes: purgeLikes,
  partners: purgePostbacks,
  pushes: purgePushes,
};
