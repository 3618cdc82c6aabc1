import type { Handler } from '../../platform/handler.ts';
import { readPushState } from './read-push-state.ts';
import { endPushes } from './subscriptions.ts';

/** Ends the pushes of the session. */
export const removePush: Handler<'removePush'> = async (_input, { context, member }) => {
  const isOwn = (session: Buffer): boolean => session.equals(member.sessionHash);
  await context.database.transaction((tx) => endPushes(tx, member.id, isOwn));
  return readPushState(context, member);
};
