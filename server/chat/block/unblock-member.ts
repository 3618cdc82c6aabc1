import type { Handler } from '../../platform/handler.ts';
import { lockPair } from '../lock-pair.ts';
import { deleteBlock, deleteBlockedBy, findBlock } from '../queries.ts';

/** Lifts the member's own block. Deleted messages and likes stay deleted. */
export const unblockMember: Handler<'unblockMember'> = async ({ profile: otherId }, call) => {
  const memberId = call.member.id;
  await call.context.database.transaction(async (tx) => {
    if (!(await tx.first(findBlock, { memberId, blockedId: otherId }))) return;
    await lockPair(tx, memberId, otherId);
    await tx.run(deleteBlock, { memberId, blockedId: otherId });
    await tx.run(deleteBlockedBy, { memberId: otherId, byId: memberId });
  });
  return { ok: true };
};
