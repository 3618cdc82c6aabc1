import { stopNotifications } from '../accounts/stop-notifications.ts';
import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

/**
 * Turns off the kind of email that the token names for its member; idempotent. Throws link.expired for a token with a
 * wrong signature. The answer does not reveal whether the member still exists.
 */
export const unsubscribe: Handler<'unsubscribe'> = async ({ token }, { context }) => {
  const named = readUnsubscribeToken(context.secret, token);
  must(named, 'link.expired');
  const { memberId, kind } = named;
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    if (await stopNotifications(tx, { memberId, kinds: [kind], reason: 'listunsubscribe', now }))
      tx.afterCommit(() => context.bus.publish(memberId, { type: 'profile' }));
  });
  return { ok: true };
};
