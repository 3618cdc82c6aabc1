import type { Handler } from '../../platform/handler.ts';
import { lockPair } from '../lock-pair.ts';
import { deleteBlock, deleteBlockedBy, readBlocks } from '../queries.ts';

/** Lifts a block of the member's own; what it took away stays gone. Without a block it changes nothing. */
export const unblockMember: Handler<'unblockMember'> = async ({ profile: otherId }, call) => {
  const memberId = call.member.id;
  await call.context.database.transaction(async (tx) => {
    const found = await tx.first(readBlocks, [memberId, otherId]);
    if (!found?.by_viewer) return;
    await lockPair(tx, memberId, otherId);
    await tx.run(deleteBlock, [memberId, otherId]);
    await tx.run(deleteBlockedBy, [otherId, memberId]);
  });
  return { ok: true };
};
