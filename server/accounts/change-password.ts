import { passwordValues } from '../../contract/password.ts';
import { Failure, refuseFields } from '../platform/failure.ts';
import type { Handler, MemberCall } from '../platform/handler.ts';
import { blockValues, oldPasswordLimit } from './attempt-rules.ts';
import { clearAttempts, takeAttempt } from './attempts.ts';
import { closeSessionsOf } from './sessions/sessions.ts';
import { passwordError } from './password-rules.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { findAccount, setPassword } from './queries.ts';
import { queueMail } from './queue-mail.ts';
import { revokeTokens } from './tokens.ts';

/**
 * Changes the password of a member who knows the old one (specification, section 5). Ends every other session of the
 * account, revokes open reset links, and notifies the owner by email. Throws input.invalid with old_password or
 * new_password, and login.blocked with the minutes left after five wrong old passwords in 15 minutes.
 */
export const changePassword: Handler<'changePassword'> = async (input, call) => {
  const { context, member, log } = call;
  await checkOldPassword(call, input.old_password);
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

/** A session alone must not be enough to guess the password: the limit is that of logging in. */
async function checkOldPassword({ context, member }: MemberCall, password: string): Promise<void> {
  const { database } = context;
  const account = await database.first(findAccount, { memberId: member.id });
  const counted = { limit: oldPasswordLimit, subject: member.id };
  // The attempt is taken before the password is checked, so racing guesses cannot exceed five.
  const waitMs = await database.transaction((tx) => takeAttempt(tx, counted, context.clock.now()));
  const note = { event: 'password.refused' };
  if (waitMs > 0) throw new Failure('login.blocked', blockValues(waitMs), undefined, note);
  if (!(await verifyPassword(account?.password_hash, password)))
    throw new Failure('input.invalid', {}, { old_password: 'password.old-wrong' }, note);
  await database.transaction((tx) => clearAttempts(tx, counted.limit, counted.subject, null));
}
