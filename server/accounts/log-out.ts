import type { Handler } from '../platform/handler.ts';
import { closeSession } from './sessions/sessions.ts';

/** Ends the session and clears the browser's cache. Also succeeds for visitors. */
export const logOut: Handler<'logOut'> = async (_input, { context, member, session, log }) => {
  const { token } = session;
  if (token) await context.database.transaction((tx) => closeSession(tx, token));
  session.clear();
  if (member) {
    context.bus.publish(member.id, { type: 'logged-out' });
    log.info({ event: 'logout', member: member.id }, 'logged out');
  }
  return { ok: true };
};
