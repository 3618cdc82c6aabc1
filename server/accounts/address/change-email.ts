import { randomUUID } from 'node:crypto';

import { cleanEmail, isEmail } from '../../../contract/accounts/email.ts';
import { Failure, refuseFields, retryAfter } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { consumeMailBudget } from '../../mail/outgoing-budgets.ts';
import { checkOwnPassword } from '../own-password.ts';
import { lockOwnAccount } from '../sessions/sessions.ts';
import { revokeTokens } from '../tokens.ts';
import { dropOpenChange } from './open-change.ts';
import { mailChange, queueChangeMail } from './change-mail.ts';
import { insertMailChange } from './queries.ts';

/**
 * Mails a link to the new address and changes nothing until it is used. The response is the same whether or not the
 * address has an account. Throws input.invalid with `email` or `password`, login.blocked, and request.too-many after
 * five requests by one member, or three for one address, in a day.
 */
export const changeEmail: Handler<'changeEmail'> = async (input, call) => {
  const { context, member, log } = call;
  const email = cleanEmail(input.email);
  const isNew = isEmail(email) && email !== member.email;
  refuseFields({ email: isNew ? undefined : 'email.new-invalid' });
  await checkOwnPassword(call, input.password, 'password');
  const now = context.clock.now();
  const changeId = randomUUID();
  await context.database.transaction(async (tx) => {
    await lockOwnAccount(tx, member, now);
    const { waitMs } = await consumeMailBudget(tx, context, 'mail-change', {
      member: member.id,
      receiver: email,
      ip: call.ip,
    });
    if (waitMs > 0) throw new Failure('request.too-many', retryAfter(waitMs));
    await dropOpenChange(tx, member.id);
    // The owner of a mistyped address must not be able to confirm the account.
    await revokeTokens(tx, member.id, 'activation');
    await tx.run(insertMailChange, { memberId: member.id, changeId, oldEmail: member.email, newEmail: email, now });
    await queueChangeMail(tx, call, mailChange, { memberId: member.id, changeId });
    tx.afterCommit(() => context.bus.publish(member.id, { type: 'profile' }));
  });
  log.info({ event: 'email.requested', member: member.id }, 'change of address requested');
  return { ok: true };
};
