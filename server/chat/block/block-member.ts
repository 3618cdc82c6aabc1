import type { AppContext } from '../../context.ts';
import { removeLikesBetween } from '../../likes/remove-between.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { factsOf } from '../relationship.ts';
import { lockPair } from '../lock-pair.ts';
import { clearSide, insertBlock, insertBlockedBy } from '../queries.ts';
import { isReachable } from '../rules.ts';

/**
 * Blocks a member: the conversation and the likes between both are gone for both, and they can neither view nor
 * contact (specification, section 4). Whoever sends at the same moment is delivered before or refused after, never
 * charged and dropped. Throws profile.not-found, like.self.
 */
export const blockMember: Handler<'blockMember'> = async ({ profile: otherId }, call) => {
  const { context } = call;
  const memberId = call.member.id;
  must(otherId !== memberId, 'like.self');
  await context.database.transaction(async (tx) => {
    await mustBeKnown(tx, memberId, otherId);
    const conversationId = await lockPair(tx, memberId, otherId);
    const now = context.clock.now();
    await tx.run(insertBlock, [memberId, otherId, now]);
    await tx.run(insertBlockedBy, [otherId, memberId, now]);
    await clearBoth(context, tx, conversationId, [memberId, otherId]);
    await removeLikesBetween(tx, memberId, otherId, context.bus);
  });
  return { ok: true };
};

// Checked before the pair's row is made: a made-up id leaves nothing behind, and a block is no way to find out who exists.
async function mustBeKnown(tx: Transaction, memberId: string, otherId: string): Promise<void> {
  const facts = await factsOf(tx, memberId, otherId);
  const known = facts && (isReachable(facts) || facts.blocked_by_other || facts.blocked_by_viewer);
  must(known, 'profile.not-found');
}

async function clearBoth(
  context: AppContext,
  tx: Transaction,
  conversation: string,
  members: readonly string[],
): Promise<void> {
  for (const member of members.toSorted()) {
    const cleared = await tx.run(clearSide, [member, conversation]);
    if (cleared > 0) tx.afterCommit(() => context.bus.publish(member, { type: 'conversation-gone', conversation }));
  }
}
