import type { AppContext } from '../../context.ts';
import { removeLikesBetween } from '../../likes/remove-between.ts';
import { mustBeKnown } from '../../members/visibility/must-be-known.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { must } from '../../platform/failure.ts';
import type { MemberCall } from '../../platform/handler.ts';
import { lockPair } from '../lock-pair.ts';
import { clearSide, insertBlock, insertBlockedBy } from '../queries.ts';

/** Blocks a member within a transaction, by the rules of `blockMember`. Throws profile.not-found, like.self. */
export async function block(
  tx: Transaction,
  { context, site, member }: Pick<MemberCall, 'context' | 'site' | 'member'>,
  otherId: string,
): Promise<void> {
  const memberId = member.id;
  must(otherId !== memberId, 'like.self');
  // Checked before the pair gets a row.
  await mustBeKnown(tx, { viewerId: memberId, otherId, site });
  const conversationId = await lockPair(tx, memberId, otherId);
  const now = context.clock.now();
  await tx.run(insertBlock, { memberId, blockedId: otherId, now });
  await tx.run(insertBlockedBy, { memberId: otherId, byId: memberId, now });
  await clearBoth(context, tx, conversationId, [memberId, otherId]);
  await removeLikesBetween(context, tx, memberId, otherId);
}

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
