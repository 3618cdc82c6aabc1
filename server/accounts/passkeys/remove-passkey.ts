import { freshLoginMinutes, passkeyMinutes } from '../../../contract/accounts/limits.ts';
import { after, minuteMs } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Handler } from '../../platform/handler.ts';
import type { Member } from '../../platform/session.ts';
import { checkOwnPassword } from '../own-password.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { endProofs, listSessions } from '../sessions/queries.ts';
import { lockOwnAccount } from '../sessions/sessions.ts';
import { deletePasskey } from './queries.ts';
import { passkeyRemovedMail } from '../account-mail.ts';

/**
 * Removes a passkey; idempotent. It may be an intruder's, so the logins of all other sessions prove nothing from now
 * on, and passkeys that they have begun cannot be added. Throws input.invalid with `password`, login.blocked,
 * session.missing.
 */
export const removePasskey: Handler<'removePasskey'> = async ({ id, password }, call) => {
  const { context, member, log } = call;
  await checkOwnPassword(call, password, 'password');
  await context.database.transaction(async (tx) => {
    await lockOwnAccount(tx, member, context.clock.now());
    const removed = await tx.run(deletePasskey, { memberId: member.id, credentialId: id });
    if (removed === 0) return;
    await endOtherProofs(tx, member, context.clock.now());
    await queueMail(tx, call, { template: passkeyRemovedMail, memberId: member.id });
  });
  log.info({ event: 'passkey.removed', member: member.id }, 'passkey removed');
  return { ok: true };
};

/** Voids the logins of other sessions as proofs, and with them the challenges they began (`deriveChallengeSession`). */
async function endOtherProofs(tx: Transaction, { id, sessionHash }: Member, now: Date): Promise<void> {
  const usedSince = after(now, -(freshLoginMinutes + passkeyMinutes) * minuteMs);
  const rows = await tx.all(listSessions, { memberId: id, own: sessionHash, now, usedSince, limit: 10_000 });
  const sessionHashes = rows.filter((row) => !row.own).map((row) => row.token_hash);
  await tx.run(endProofs, { memberId: id, sessionHashes });
}
