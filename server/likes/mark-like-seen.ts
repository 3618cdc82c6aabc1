import type { AppContext } from '../context.ts';
import { markSeen } from './queries.ts';

/** Clears the new mark of a received like, in all of the member's tabs (specification, section 4). */
export async function markLikeSeen(context: AppContext, memberId: string, senderId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const cleared = await tx.run(markSeen, { memberId, senderId, now: context.clock.now() });
    if (cleared > 0) tx.afterCommit(() => context.bus.publish(memberId, { type: 'like-seen', profile: senderId }));
  });
}
