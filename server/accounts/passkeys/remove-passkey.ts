import type { Handler } from '../../platform/handler.ts';
import { checkOwnPassword } from '../own-password.ts';
import { queueMail } from '../queue-mail.ts';
import { lockOwnAccount } from '../sessions/sessions.ts';
import { deletePasskey } from './queries.ts';

/**
 * Removes a passkey. One that is gone already is no error: that was wanted. Throws input.invalid with `password`,
 * login.blocked, and session.missing where the session ended meanwhile.
 */
export const removePasskey: Handler<'removePasskey'> = async ({ id, password }, call) => {
  const { context, member, log } = call;
  await checkOwnPassword(call, password, 'password');
  await context.database.transaction(async (tx) => {
    await lockOwnAccount(tx, member, context.clock.now());
    const removed = await tx.run(deletePasskey, { memberId: member.id, credentialId: id });
    if (removed > 0) await queueMail(tx, call, 'passkey-removed', member.id);
  });
  log.info({ event: 'passkey.removed', member: member.id }, 'passkey removed');
  return { ok: true };
};
