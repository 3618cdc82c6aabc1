import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { confirmAccount } from './confirm-account.ts';
import { consumeToken } from './tokens.ts';

/**
 * Confirms the email address of the token's owner, whoever is logged in, and shows their profile (specification,
 * section 4). Throws activation.failed for a token that is unknown, used, expired or replaced by a newer one, and
 * activation.broken when the account can no longer be confirmed.
 */
export const activateAccount: Handler<'activateAccount'> = async ({ token }, { context, log }) => {
  const now = context.clock.now();
  const memberId = await context.database.transaction(async (tx) => {
    const owner = await consumeToken(tx, token, 'activation', now);
    must(owner, 'activation.failed');
    await confirmAccount(tx, context, owner, now);
    // Open tabs hide their reminder and refresh the profile.
    tx.afterCommit(() => context.bus.publish(owner, { type: 'profile' }));
    return owner;
  });
  log.info({ event: 'account.activated', member: memberId }, 'address confirmed');
  return { ok: true };
};
