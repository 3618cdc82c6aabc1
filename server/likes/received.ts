import { after, dayMs } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import { deleteOldWithdrawn, deleteReceived, insertReceived, insertWithdrawn, takeWithdrawn } from './queries.ts';

export interface Like {
  giverId: string;
  receiverId: string;
}

/**
 * Records a like with its receiver. A withdrawn like that is given again within a day of its creation keeps its times:
 * created, seen and announced. Returns true if the like is new, so that the receiver must be notified.
 */
export async function receiveLike(tx: Transaction, like: Like, now: Date): Promise<boolean> {
  const before = await tx.first(takeWithdrawn, like);
  const same = before && before.created_at > after(now, -dayMs) ? before : undefined;
  await tx.run(insertReceived, {
    ...like,
    at: same?.created_at ?? now,
    seenAt: same?.seen_at ?? null,
    announcedAt: same?.announced_at ?? null,
  });
  return same === undefined;
}

/** Removes a like from its receiver's list, and keeps its times for a day in case it is given again. */
export async function withdrawLike(tx: Transaction, like: Like, now: Date): Promise<void> {
  const until = after(now, -dayMs);
  await tx.run(deleteOldWithdrawn, { receiverId: like.receiverId, until });
  const taken = await tx.first(deleteReceived, like);
  if (!taken || taken.created_at <= until) return;
  const { created_at: at, seen_at: seenAt, announced_at: announcedAt } = taken;
  await tx.run(insertWithdrawn, { ...like, at, seenAt, announcedAt });
}
