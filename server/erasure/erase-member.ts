import { hash } from 'node:crypto';

import { closeForGood, completeOrPostponeDeletion } from '../accounts/deletion/deletions.ts';
import { eraseAccount } from '../accounts/deletion/erase-account.ts';
import { eraseChats } from '../chat/erase/erase-chats.ts';
import type { AppContext } from '../context.ts';
import { eraseDiscounts } from '../discounts/erase-discounts.ts';
import { eraseExports } from '../export/purge-exports.ts';
import { eraseLikes } from '../likes/erase-likes.ts';
import { eraseProfile } from '../members/write-profile.ts';
import { eraseNotices } from '../notifications/pending-notices.ts';
import { erasePayments } from '../payments/erase/erase-payments.ts';
import { erasePhotos } from '../photos/erase-photos.ts';
import { eraseResults } from '../platform/idempotency.ts';
import { erasePostbacks } from '../sources/erase-postbacks.ts';
import { findErasures, findUnerased, insertErasure } from './queries.ts';

/**
 * Erases a member as the `erasure` of each table in a `module.ts` says. Each step can be interrupted and repeated; the
 * row that makes the job come back goes last. Data that the law keeps is due again when its time is over.
 */
export async function eraseMember(context: AppContext, memberId: MemberId): Promise<void> {
  const { database, clock } = context;
  // First, so that a backup that is restored from now on meets a recorded erasure.
  await recordErasure(context, memberId);
  await eraseChats(context, memberId);
  await eraseLikes(database, memberId);
  await erasePhotos(context, memberId);
  await eraseDiscounts(database, memberId);
  await erasePostbacks(database, memberId);
  await eraseNotices(database, memberId);
  await eraseExports(context, memberId);
  const againAt = await erasePayments(context, memberId);
  await eraseProfile(database, memberId);
  await database.transaction((tx) => eraseResults(tx, memberId));
  await eraseAccount(context, memberId);
  await database.transaction(async (tx) => {
    await tx.run(insertErasure, { memberHash: memberHash(memberId), now: clock.now() });
    await completeOrPostponeDeletion(tx, memberId, againAt);
  });
  context.log.info({ event: 'account.erased', member: memberId }, 'account is erased');
}

/** The ledger of erasures is not in the database, so that no restore loses it. A hash of a random id names nobody. */
export function memberHash(memberId: MemberId): string {
  return hash('sha256', memberId, 'hex');
}

async function recordErasure({ erasures }: Pick<AppContext, 'erasures'>, memberId: MemberId): Promise<void> {
  const name = memberHash(memberId);
  await erasures.put(`${name.slice(0, 2)}/${name}`, new Uint8Array());
}

async function* listErasures({ erasures }: Pick<AppContext, 'erasures'>): AsyncIterable<string[]> {
  let hashes: string[] = [];
  for await (const { key } of erasures.list()) {
    const [, name] = /^[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key) ?? [];
    if (name !== undefined) hashes.push(name);
    if (hashes.length < 500) continue;
    yield hashes;
    hashes = [];
  }
  if (hashes.length > 0) yield hashes;
}

/** Erases again members whom the ledger lists but a restored backup still has, at every start before any request. */
export async function replayErasures(context: AppContext): Promise<number> {
  const { database, clock } = context;
  let erased = 0;
  for await (const hashes of listErasures(context)) {
    const seen = new Set((await database.all(findErasures, { hashes })).map((row) => row.member_hash));
    const missing = hashes.filter((one) => !seen.has(one));
    if (missing.length === 0) continue;
    for (const { member_id: memberId } of await database.all(findUnerased, { hashes: missing })) {
      await closeForGood(database, memberId, { evenIfActive: true });
      await eraseMember(context, memberId);
      erased += 1;
    }
    // Also those without a row: the backup may be older than their sign-up.
    for (const missingHash of missing)
      await database.transaction((tx) => tx.run(insertErasure, { memberHash: missingHash, now: clock.now() }));
  }
  if (erased > 0) context.log.warn({ event: 'erasures-replayed', members: erased }, 'erasures were replayed');
  return erased;
}
