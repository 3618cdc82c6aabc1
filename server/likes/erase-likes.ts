import { swipeAgainAfterDays } from '../../contract/likes/limits.ts';
import { utcDay } from '../../contract/platform/calendar.ts';
import type { AppContext } from '../context.ts';
import { after, dayMs } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import {
  deleteMemberRows,
  listReceivers,
  listSenders,
  deleteGiven,
  deleteReceived,
  popWithdrawnLike,
  purgeSwipeDays,
  purgeSwipes,
  purgeWithdrawn,
} from './queries.ts';

export async function eraseLikes(database: Database, memberId: MemberId): Promise<void> {
  const [receivers, senders] = await Promise.all([
    database.all(listReceivers, { memberId }),
    database.all(listSenders, { memberId }),
  ]);
  await database.transaction(async (tx) => {
    for (const { receiver_id: receiverId } of receivers) {
      await tx.run(deleteReceived, { giverId: memberId, receiverId });
      await tx.run(popWithdrawnLike, { giverId: memberId, receiverId });
    }
    for (const { sender_id: giverId } of senders) await tx.run(deleteGiven, { giverId, receiverId: memberId });
    await tx.run(deleteMemberRows, { memberId });
  });
}

export async function purgeLikes({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = after(now, -swipeAgainAfterDays * dayMs);
  await database.transaction(async (tx) => {
    await tx.run(purgeSwipes, { before });
    await tx.run(purgeSwipeDays, { before: utcDay(before) });
    await tx.run(purgeWithdrawn, { before: after(now, -dayMs) });
  });
}
