import { passwordValues } from '../../contract/accounts/password.ts';
import { activateProfile } from '../members/write-profile.ts';
import { must, refuseFields } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { dropOpenChange } from './address/open-change.ts';
import { closeMemberSessions } from './sessions/sessions.ts';
import { liftBlocks } from './login-attempts.ts';
import { passwordError } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { deletePasskeys } from './passkeys/queries.ts';
import { confirmMember, findAccount, lockMember, setPassword } from './queries.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { decideStartCreditsOnConfirmation } from './new-account.ts';
import { consumeToken, findTokenOwner, revokeTokens } from './tokens.ts';
import { passwordChangedMail } from './account-mail.ts';

/** Sets a new password by a link. Throws link.expired; a refused password does not consume the token. */
export const resetPassword: Handler<'resetPassword'> = async ({ token, password }, call) => {
  const { context, log } = call;
  const now = context.clock.now();
  const owner = await findTokenOwner(context.database, token, 'reset', now);
  const account = owner === undefined ? undefined : await context.database.first(findAccount, { memberId: owner });
  must(account && account.status !== 'deleted' && account.status !== 'banned', 'link.expired');
  refuseFields({ password: passwordError(password, account) }, passwordValues);
  const passwordHash = await hashPassword(password);
  const memberId = account.member_id;
  await context.database.transaction(async (tx) => {
    await tx.first(lockMember, { memberId });
    must((await consumeToken(tx, token, 'reset', now)) === memberId, 'link.expired');
    await tx.run(setPassword, { memberId, passwordHash });
    if (account.status === 'not_confirmed') {
      // The link came to the address, which confirms it.
      await decideStartCreditsOnConfirmation(tx, context, memberId);
      await tx.run(confirmMember, { memberId, now });
      await activateProfile(tx, memberId);
    }
    await closeMemberSessions(tx, memberId);
    // An intruder may have added one.
    await tx.run(deletePasskeys, { memberId, since: null });
    // Anybody may have requested further links.
    await revokeTokens(tx, memberId, 'reset');
    await dropOpenChange(tx, memberId);
    await liftBlocks(tx, context, account);
    await queueMail(tx, call, { template: passwordChangedMail, memberId });
    tx.afterCommit(() => context.bus.publish(memberId, { type: 'logged-out' }));
  });
  if (call.member?.id === memberId) call.session.clear();
  log.info({ event: 'reset.done', member: memberId }, 'password reset');
  return { ok: true };
};
