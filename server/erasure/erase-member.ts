import { completeOrPostponeDeletion } from '../accounts/deletion/deletions.ts';
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
import { memberHash, recordErasure } from './ledger.ts';
import { insertErasure } from './queries.ts';

/**
 * Erases a member as the `erasure` of each table in a `module.ts` says. Each step can be interrupted and repeated; the
 * row that makes the job come back goes last. Data that the law keeps is due again when its time is over.
 */
export async function eraseMember(context: AppContext, memberId: MemberId): Promise<void> {
  const { database, clock } = context;
  // First, so that a backup that is restored from now on meets a recorded erasure.
  await recordErasure(context, memberHash(memberId));
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
