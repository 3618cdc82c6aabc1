import { complaintKeptMonths } from '../../contract/support/limits.ts';
import { findBanned } from '../accounts/ban-member.ts';
import type { AppContext } from '../context.ts';
import { monthsBefore } from '../platform/clock.ts';
import { listContested, listOldBans, purgeClosed, purgeModerationActions, purgePictures } from './queries.ts';

/** Keeps open complaints, contested decisions, standing bans and `staff_acts`. Runs every night. */
export async function purgeComplaints({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const before = monthsBefore(clock.now(), complaintKeptMonths);
  await database.transaction(async (tx) => {
    const contested = await tx.all(listContested, {});
    const bans = await tx.all(listOldBans, { before });
    const banned = await findBanned(
      tx,
      bans.map(({ member_id: id }) => id),
    );
    // Members may ask to have a standing ban reverted.
    const standing = bans.filter(({ member_id: id }) => banned.has(id));
    const but = [...contested, ...standing].map(({ number }) => number);
    await tx.run(purgeClosed, { before, but });
    await tx.run(purgeModerationActions, { before, but });
  });
  await database.transaction((tx) => tx.run(purgePictures));
}
