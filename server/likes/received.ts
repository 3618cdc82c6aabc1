import { after, dayMs } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import { deleteOldWithdrawn, deleteReceived, insertReceived, insertWithdrawn, takeWithdrawn } from './queries.ts';

export interface Like {
  giverId: string;
  receiverId: string;
}

/**
 * Records a like with its receiver. A like that was withdrawn and is given again within a day of when it was created
 * keeps its times: created, seen and announced. Returns whether it is a new one, so that the receiver has to be notified.
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

/** Takes a like back from its receiver, and keeps for a day what they know of it. */
export async function withdrawLike(tx: Transaction, like: Like, now: Date): Promise<void> {
  const until = after(now, -dayMs);
  await tx.run(deleteOldWithdrawn, { receiverId: like.receiverId, until });
  const taken = await tx.first(deleteReceived, like);
  if (!taken || taken.created_at <= until) return;
  const { created_at: at, seen_at: seenAt, announced_at: announcedAt } = taken;
  await tx.run(insertWithdrawn, { ...like, at, seenAt, announcedAt });
}
