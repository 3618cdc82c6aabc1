import type { AppContext } from '../context.ts';
import { activateProfile } from '../members/write-profile.ts';
import type { Transaction } from '../platform/database/database.ts';
import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { hashToken } from '../platform/hash.ts';
import { queuePostback } from '../sources/queue-postback.ts';
import { decideStartCreditsOnConfirmation } from './new-account.ts';
import { confirmMember, deleteUnusedTokens, findAccount, findConfirmation } from './queries.ts';
import { consumeToken } from './tokens.ts';

/**
 * Confirms the email address of the token's owner, no matter who is logged in (specification, section 4). A second use,
 * such as after a mail gateway's scanner, gets the same result until the link expires. Throws activation.failed for a
 * token that is unknown, expired or replaced, and activation.broken if the account can no longer be confirmed.
 */
export const activateAccount: Handler<'activateAccount'> = async ({ token }, { context, log }) => {
  const now = context.clock.now();
  const memberId = await context.database.transaction(async (tx) => {
    const owner = await consumeToken(tx, token, 'activation', now);
    if (owner === undefined) {
      const confirmed = await tx.first(findConfirmation, { tokenHash: hashToken(token), now });
      const account = confirmed && (await tx.first(findAccount, { memberId: confirmed.member_id }));
      must(account?.status === 'active' && account.confirmed, 'activation.failed');
      return null;
    }
    await confirmAccount(tx, context, owner, now);
    tx.afterCommit(() => context.bus.publish(owner, { type: 'profile' }));
    return owner;
  });
  if (memberId !== null) log.info({ event: 'account.activated', member: memberId }, 'address confirmed');
  return { ok: true };
};

/** Activates and shows an account whose owner has proved that the address is theirs. Throws activation.broken. */
export async function confirmAccount(
  tx: Transaction,
  context: AppContext,
  memberId: MemberId,
  now: Date,
): Promise<void> {
  await decideStartCreditsOnConfirmation(tx, context, memberId);
  must((await tx.run(confirmMember, { memberId, now })) === 1, 'activation.broken');
  await activateProfile(tx, memberId);
  // Keep the used token: until it expires, it tells its holder that the address is confirmed.
  await tx.run(deleteUnusedTokens, { memberId, purpose: 'activation' });
  // On a discreet site, an earlier report would tell an affiliate network whether the address has an account.
  await queuePostback(context, tx, { memberId, act: 'sign-up' });
}
