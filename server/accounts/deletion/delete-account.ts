import { reactivationWindowDays } from '../../../contract/accounts/limits.ts';
import { after, dayMs } from '../../platform/clock.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { checkOwnPassword, hasFreshPasskeyLogin } from '../own-password.ts';
import { queuePayBack } from '../terms/own-terms.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { closeMemberSessions, lockOwnAccount } from '../sessions/sessions.ts';
import { revokeTokens } from '../tokens.ts';
import { countReason, insertAccountDeletion, beginDeletion } from './queries.ts';
import { leavingMail } from '../account-mail.ts';

/**
 * Puts the account up for deletion: for 14 days, a mailed link restores it; then it is erased (specification, sections
 * 2 and 4). A member who leaves after saying no to changed terms gets unused, bought credits paid back. Throws
 * input.invalid with `password`, login.blocked, and session.missing.
 */
export const deleteAccount: Handler<'deleteAccount'> = async ({ password, reason }, call) => {
  const { context, member, log } = call;
  await checkOwnPassword(call, password, 'password', hasFreshPasskeyLogin);
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    await lockOwnAccount(tx, member, now);
    must((await tx.run(beginDeletion, { memberId: member.id })) === 1, 'session.missing');
    await tx.run(insertAccountDeletion, {
      memberId: member.id,
      now,
      dueAt: after(now, reactivationWindowDays * dayMs),
    });
    if (reason !== undefined) await tx.run(countReason, { month: `${now.toISOString().slice(0, 7)}-01`, reason });
    await closeMemberSessions(tx, member.id);
    // Keep the undo links of earlier addresses: an intruder may have taken over the account and left it.
    for (const purpose of ['activation', 'reset', 'mail-change'] as const) await revokeTokens(tx, member.id, purpose);
    await queueMail(tx, call, { template: leavingMail, memberId: member.id });
    await context.jobs.add(tx, 'cancel-orders', { member_id: member.id });
    await queuePayBack(tx, context, member.id);
    tx.afterCommit(() => context.bus.publish(member.id, { type: 'logged-out' }));
  });
  call.session.clear();
  log.info({ event: 'account.left', member: member.id }, 'account is left');
  return { ok: true };
};
