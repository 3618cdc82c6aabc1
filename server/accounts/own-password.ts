import { freshLoginMinutes } from '../../contract/accounts/limits.ts';
import { after, minuteMs } from '../platform/clock.ts';
import { Failure, refuseFields } from '../platform/failure.ts';
import type { MemberCall } from '../platform/handler.ts';
import type { Member } from '../platform/session.ts';
import { blockValues, oldPasswordLimit } from './attempt-rules.ts';
import { clearAttempts, countAttempt } from './attempts.ts';
import { verifyPassword } from './passwords.ts';
import { findAccount } from './queries.ts';

/** True if the member logged in within the last few minutes. */
export function hasFreshLogin({ loggedInAt }: Pick<Member, 'loggedInAt'>, now: Date): boolean {
  return loggedInAt !== null && after(loggedInAt, freshLoginMinutes * minuteMs) > now;
}

/** True if that login was by a passkey, which replaces the password that the member may have forgotten. */
export function hasFreshPasskeyLogin(member: Pick<Member, 'loggedInAt' | 'byPasskey'>, now: Date): boolean {
  return member.byPasskey && hasFreshLogin(member, now);
}

/**
 * Checks the password for actions that need more than a session; without one, a recent login that `isFresh` accepts is
 * enough. All callers share the limit of logging in. Throws input.invalid with field.missing or password.old-wrong in
 * `field`, and login.blocked with the minutes left after five wrong passwords in 15 minutes.
 */
export async function checkOwnPassword(
  { context, member }: MemberCall,
  password: string | undefined,
  field: string,
  isFresh: (member: Member, now: Date) => boolean = hasFreshLogin,
): Promise<void> {
  const { database } = context;
  if (password === undefined) {
    refuseFields({ [field]: isFresh(member, context.clock.now()) ? undefined : 'field.missing' });
    return;
  }
  const account = await database.first(findAccount, { memberId: member.id });
  const counted = { limit: oldPasswordLimit, subject: member.id };
  // The attempt is taken before the password is checked, so racing guesses cannot exceed five.
  const waitMs = await database.transaction((tx) => countAttempt(tx, counted, context.clock.now()));
  const logFields = { event: 'password.refused' };
  if (waitMs > 0) throw new Failure('login.blocked', blockValues(waitMs), undefined, logFields);
  if (!(await verifyPassword(account?.password_hash, password)))
    throw new Failure('input.invalid', {}, { [field]: 'password.old-wrong' }, logFields);
  await database.transaction((tx) => clearAttempts(tx, counted.limit, counted.subject, null));
}
