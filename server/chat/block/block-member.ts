import { removeLikesBetween } from '../../likes/remove-like.ts';
import { mustBeKnown } from '../../members/visibility/find-relationships.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { must } from '../../platform/failure.ts';
import type { Handler, MemberCall } from '../../platform/handler.ts';
import { lockPair } from '../lock-pair.ts';
import { clearSide, insertBlock, insertBlockedBy } from '../queries.ts';

/**
 * Blocks a member: deletes conversation and likes, and hides each from the other (specification, section 4). A
 * concurrent message is delivered before the block or refused after it. Throws profile.not-found, like.self.
 */
export const blockMember: Handler<'blockMember'> = async ({ profile }, call) => {
  await call.context.database.transaction((tx) => block(tx, call, profile));
  return { ok: true };
};

export async function block(
  tx: Transaction,
  { context, site, member }: Pick<MemberCall, 'context' | 'site' | 'member'>,
  otherId: MemberId,
): Promise<void> {
  must(otherId !== member.id, 'like.self');
  // Checked before the pair gets a row.
  await mustBeKnown(tx, { viewerId: member.id, otherId, site });
  const conversation = await lockPair(tx, member.id, otherId);
  const now = context.clock.now();
  await tx.run(insertBlock, { memberId: member.id, blockedId: otherId, now });
  await tx.run(insertBlockedBy, { memberId: otherId, byId: member.id, now });
  for (const memberId of [member.id, otherId].toSorted()) {
    const cleared = await tx.run(clearSide, { memberId, conversationId: conversation });
    if (cleared > 0) tx.afterCommit(() => context.bus.publish(memberId, { type: 'conversation-gone', conversation }));
  }
  await removeLikesBetween(context, tx, member.id, otherId);
}
