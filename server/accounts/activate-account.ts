import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { hashToken } from '../platform/hash.ts';
import { confirmAccount } from './confirm-account.ts';
import { findConfirmation } from './queries.ts';
import { consumeToken } from './tokens.ts';

/**
 * Confirms the email address of the token's owner, no matter who is logged in, and shows their profile (specification,
 * section 4). A second use of the link, such as after a mail gateway's scanner, changes nothing and gets the same
 * answer until the link expires, provided the account is still confirmed. Throws activation.failed for a token that is
 * unknown, expired or replaced by a newer one, and activation.broken if the account can no longer be confirmed.
 */
export const activateAccount: Handler<'activateAccount'> = async ({ token }, { context, log }) => {
  const now = context.clock.now();
  const memberId = await context.database.transaction(async (tx) => {
    const owner = await consumeToken(tx, token, 'activation', now);
    if (owner === undefined) {
      must(await tx.first(findConfirmation, { tokenHash: hashToken(token), now }), 'activation.failed');
      return null;
    }
    await confirmAccount(tx, context, owner, now);
    // Open tabs hide their reminder and refresh the profile.
    tx.afterCommit(() => context.bus.publish(owner, { type: 'profile' }));
    return owner;
  });
  if (memberId !== null) log.info({ event: 'account.activated', member: memberId }, 'address confirmed');
  return { ok: true };
};
