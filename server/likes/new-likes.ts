import type { AppContext } from '../context.ts';
import { countNew, markSeen } from './queries.ts';

export async function countNewLikes(context: Pick<AppContext, 'database'>, memberId: MemberId): Promise<number> {
  return (await context.database.first(countNew, { memberId }))?.count ?? 0;
}

/** Clears the mark in all of the member's tabs (specification, section 4). */
export async function markLikeSeen(context: AppContext, memberId: MemberId, senderId: MemberId): Promise<void> {
  await context.database.transaction(async (tx) => {
    const cleared = await tx.run(markSeen, { memberId, senderId, now: context.clock.now() });
    if (cleared > 0) tx.afterCommit(() => context.bus.publish(memberId, { type: 'like-seen', profile: senderId }));
  });
}
