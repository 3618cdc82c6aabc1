import { passwordValues } from '../../contract/accounts/password.ts';
import { refuseFields } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { checkOwnPassword } from './own-password.ts';
import { dropOpenChange } from './address/open-change.ts';
import { closeMemberSessions, lockOwnAccount, renewSession } from './sessions/sessions.ts';
import { passwordError } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { deletePasskeys } from './passkeys/queries.ts';
import { setPassword } from './queries.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { revokeTokens } from './tokens.ts';
import { passwordChangedMail } from './account-mail.ts';

/**
 * Changes the password of a member who knows the old one (specification, section 5). Ends all other sessions, links and
 * passkeys. Throws input.invalid with old_password or new_password, and login.blocked with the minutes left after five
 * wrong old passwords in 15 minutes.
 */
export const changePassword: Handler<'changePassword'> = async (input, call) => {
  const { context, member, log } = call;
  await checkOwnPassword(call, input.old_password, 'old_password');
  refuseFields({ new_password: passwordError(input.new_password, member) }, passwordValues);
  const passwordHash = await hashPassword(input.new_password);
  const token = await context.database.transaction(async (tx) => {
    await lockOwnAccount(tx, member, context.clock.now());
    await tx.run(setPassword, { memberId: member.id, passwordHash });
    await closeMemberSessions(tx, member.id, member.sessionHash);
    // An intruder may have added one.
    await tx.run(deletePasskeys, { memberId: member.id, since: null });
    await revokeTokens(tx, member.id, 'reset');
    await dropOpenChange(tx, member.id);
    await queueMail(tx, call, { template: passwordChangedMail, memberId: member.id });
    tx.afterCommit(() => context.bus.publish(member.id, { type: 'logged-out' }));
    return renewSession(tx, member);
  });
  call.session.set(token);
  log.info({ event: 'password.changed', member: member.id }, 'password changed');
  return { ok: true };
};
