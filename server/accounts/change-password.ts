import { passwordValues } from '../../contract/password.ts';
import { Failure, refuseFields } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { closeSessionsOf } from './sessions/sessions.ts';
import { passwordError } from './password-rules.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { findAccount, setPassword } from './queries.ts';
import { queueMail } from './queue-mail.ts';
import { revokeTokens } from './tokens.ts';

/**
 * Changes the password of a member who knows the old one (specification, section 5). Ends every other session of the
 * account, revokes open reset links, and notifies the owner by email. Throws input.invalid with old_password or
 * new_password.
 */
export const changePassword: Handler<'changePassword'> = async (input, call) => {
  const { context, member, log } = call;
  const account = await context.database.first(findAccount, { memberId: member.id });
  if (!(await verifyPassword(account?.password_hash, input.old_password))) {
    throw new Failure('input.invalid', {}, { old_password: 'password.old-wrong' }, { event: 'password.refused' });
  }
  refuseFields({ new_password: passwordError(input.new_password, member) }, passwordValues);
  const passwordHash = await hashPassword(input.new_password);
  await context.database.transaction(async (tx) => {
    await tx.run(setPassword, { memberId: member.id, passwordHash });
    await closeSessionsOf(tx, member.id, member.sessionHash);
    await revokeTokens(tx, member.id, 'reset');
    await queueMail(tx, call, 'password-changed', member.id);
    tx.afterCommit(() => context.bus.publish(member.id, { type: 'logged-out' }));
  });
  log.info({ event: 'password.changed', member: member.id }, 'password changed');
  return { ok: true };
};
