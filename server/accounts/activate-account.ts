import { activateProfile } from '../members/activate-profile.ts';
import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { queuePostback } from '../sources/queue-postback.ts';
import { confirmMember } from './queries.ts';
import { consumeToken, revokeTokens } from './tokens.ts';

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
    must((await tx.run(confirmMember, { memberId: owner, now })) === 1, 'activation.broken');
    await activateProfile(tx, owner);
    await revokeTokens(tx, owner, 'activation');
    // An account of a discreet site is told of here at the earliest: before, a network that signs somebody up by its own
    // link could see whether their address had an account.
    await queuePostback(context, tx, { memberId: owner, act: 'sign-up' });
    // Open tabs hide their reminder and refresh the profile.
    tx.afterCommit(() => context.bus.publish(owner, { type: 'profile' }));
    return owner;
  });
  log.info({ event: 'account.activated', member: memberId }, 'address confirmed');
  return { ok: true };
};
