import type { Handler } from '../../platform/handler.ts';
import { must } from '../../platform/failure.ts';
import { clearSide } from '../queries.ts';

/**
 * Deletes a conversation for the member: all its messages are lost for them, while the other keeps theirs
 * (specification, section 4). With a later message of the other it appears again. Throws chat.not-found, also when it
 * is already deleted.
 */
export const deleteChat: Handler<'deleteChat'> = async ({ conversation }, call) => {
  const { database, bus } = call.context;
  await database.transaction(async (tx) => {
    must((await tx.run(clearSide, { memberId: call.member.id, conversationId: conversation })) === 1, 'chat.not-found');
    tx.afterCommit(() => bus.publish(call.member.id, { type: 'conversation-gone', conversation }));
  });
  return { ok: true };
};
