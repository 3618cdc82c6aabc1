import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { clearSide } from '../queries.ts';

/** Deletes a conversation for the member alone, until the other's next message (section 4). Throws chat.not-found. */
export const deleteChat: Handler<'deleteChat'> = async ({ conversation }, call) => {
  const { database, bus } = call.context;
  await database.transaction(async (tx) => {
    must((await tx.run(clearSide, { memberId: call.member.id, conversationId: conversation })) === 1, 'chat.not-found');
    tx.afterCommit(() => bus.publish(call.member.id, { type: 'conversation-gone', conversation }));
  });
  return { ok: true };
};
