import { recordChoices } from '../../accounts/record-consent.ts';
import type { Handler } from '../../platform/handler.ts';
import { readPushState } from './get-push.ts';
import { endPushes } from './subscriptions.ts';

/** Removes the session's push subscription. */
export const removePush: Handler<'removePush'> = async (_input, call) => {
  const { context, member } = call;
  const isOwn = (session: Buffer): boolean => session.equals(member.sessionHash);
  await context.database.transaction(async (tx) => {
    if ((await endPushes(tx, member.id, isOwn)) > 0) await recordChoices(tx, call, { off: ['push'] });
  });
  return readPushState(context, member);
};
