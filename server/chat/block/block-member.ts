import type { AppContext } from '../../context.ts';
import { removeLikesBetween } from '../../likes/remove-between.ts';
import { mustBeKnown } from '../../members/visibility/must-be-known.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { lockPair } from '../lock-pair.ts';
import { clearSide, insertBlock, insertBlockedBy } from '../queries.ts';

/**
 * Blocks a member: the conversation and the likes between both are gone for both, and they can neither view nor
 * contact (specification, section 4). A message that is sent at the same moment is either delivered
 * before or refused after, never charged and dropped. Throws profile.not-found, like.self.
 */
export const blockMember: Handler<'blockMember'> = async ({ profile: otherId }, { context, site, member }) => {
  const memberId = member.id;
  must(otherId !== memberId, 'like.self');
  await context.database.transaction(async (tx) => {
    // Before the pair gets a row.
    await mustBeKnown(tx, { viewerId: memberId, otherId, site });
    const conversationId = await lockPair(tx, memberId, otherId);
    const now = context.clock.now();
    await tx.run(insertBlock, { memberId, blockedId: otherId, now });
    await tx.run(insertBlockedBy, { memberId: otherId, byId: memberId, now });
    await clearBoth(context, tx, conversationId, [memberId, otherId]);
    await removeLikesBetween(context, tx, memberId, otherId);
  });
  return { ok: true };
};

async function clearBoth(
  context: AppContext,
  tx: Transaction,
  conversation: string,
  members: readonly string[],
): Promise<void> {
  for (const member of members.toSorted()) {
    const cleared = await tx.run(clearSide, { memberId: member, conversationId: conversation });
    if (cleared > 0) tx.afterCommit(() => context.bus.publish(member, { type: 'conversation-gone', conversation }));
  }
}
