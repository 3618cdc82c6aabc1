import type { Handler } from '../../platform/handler.ts';
import { must } from '../../platform/failure.ts';
import { clearSide } from '../queries.ts';

/**
 * Deletes a conversation for the member, with all its messages; the other member keeps theirs (specification, section
 * 4). It reappears with the other's next message. Throws chat.not-found, also if it is already deleted.
 */
export const deleteChat: Handler<'deleteChat'> = async ({ conversation }, call) => {
  const { database, bus } = call.context;
  await database.transaction(async (tx) => {
    must((await tx.run(clearSide, { memberId: call.member.id, conversationId: conversation })) === 1, 'chat.not-found');
    tx.afterCommit(() => bus.publish(call.member.id, { type: 'conversation-gone', conversation }));
  });
  return { ok: true };
};
