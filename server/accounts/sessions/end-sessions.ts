import type { Handler } from '../../platform/handler.ts';
import { closeListedSession, closeMemberSessions, lockOwnAccount } from './sessions.ts';

/** Ends one other session, or all others; succeeds if it has ended. Throws session.missing without an own session. */
export const endSessions: Handler<'endSessions'> = async ({ id }, { context, member, log }) => {
  await context.database.transaction(async (tx) => {
    await lockOwnAccount(tx, member, context.clock.now());
    if (id === undefined) await closeMemberSessions(tx, member.id, member.sessionHash);
    else await closeListedSession(tx, member.id, id);
    tx.afterCommit(() => context.bus.publish(member.id, { type: 'logged-out' }));
  });
  log.info({ event: 'sessions.ended', member: member.id }, 'sessions ended');
  return { ok: true };
};
