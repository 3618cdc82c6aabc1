import type { Handler } from '../../platform/handler.ts';
import { deleteHide } from '../queries.ts';

export const unhideMember: Handler<'unhideMember'> = async ({ profile }, { context, member }) => {
  await context.database.transaction(async (tx) => {
    await tx.run(deleteHide, { memberId: member.id, hiddenId: profile });
    tx.afterCommit(() => context.bus.publish(member.id, { type: 'member-hidden', profile, hidden: false }));
  });
  return { ok: true };
};
