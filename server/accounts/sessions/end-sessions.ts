import type { Handler } from '../../platform/handler.ts';
import { closeListedSession, closeSessionsOf, lockOwnAccount } from './sessions.ts';

/**
 * Ends one other session, or all others when none is named. Their sockets close at once, and their pages go to the login.
 * One that has ended already is no error: it is gone, which was wanted. Whose own was ended meanwhile ends none any more.
 * Throws session.missing.
 */
export const endSessions: Handler<'endSessions'> = async ({ id }, { context, member, log }) => {
  await context.database.transaction(async (tx) => {
    await lockOwnAccount(tx, member, context.clock.now());
    if (id === undefined) await closeSessionsOf(tx, member.id, member.sessionHash);
    else await closeListedSession(tx, member.id, id);
    tx.afterCommit(() => context.bus.publish(member.id, { type: 'logged-out' }));
  });
  log.info({ event: 'sessions.ended', member: member.id }, 'sessions ended');
  return { ok: true };
};
