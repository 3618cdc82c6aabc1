import { eraseAccount } from '../accounts/leaving/erase-account.ts';
import { settleDeparture } from '../accounts/leaving/departures.ts';
import { eraseChats } from '../chat/erase/erase-chats.ts';
import type { AppContext } from '../context.ts';
import { eraseDiscounts } from '../discounts/erase-discounts.ts';
import { eraseExports } from '../export/erase-exports.ts';
import { eraseLikes } from '../likes/erase-likes.ts';
import { eraseProfile } from '../members/erase-profile.ts';
import { eraseNotices } from '../notifications/erase-notices.ts';
import { erasePayments } from '../payments/erase/erase-payments.ts';
import { erasePhotos } from '../photos/erase-photos.ts';
import { eraseAnswers } from '../platform/idempotency.ts';
import { erasePostbacks } from '../sources/erase-postbacks.ts';
import { memberHash, recordErasure } from './erasure-ledger.ts';
import { insertErasure } from './queries.ts';

/**
 * Erases a member whose account is closed for good, as `retention.data.ts` says. Each step can be interrupted and
 * repeated, and the row that makes the job come back goes with the last one. Data that the law keeps for a while is due
 * again when that time is over.
 */
export async function eraseMember(context: AppContext, memberId: string): Promise<void> {
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
  await database.transaction((tx) => eraseAnswers(tx, memberId));
  await eraseAccount(context, memberId);
  await database.transaction(async (tx) => {
    await tx.run(insertErasure, { memberHash: memberHash(memberId), now: clock.now() });
    await settleDeparture(tx, memberId, againAt);
  });
  context.log.info({ event: 'account.erased', member: memberId }, 'account is erased');
}
