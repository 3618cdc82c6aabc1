import { refuse, retryAfter } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { mailChange, queueChangeMail } from './address/change-mail.ts';
import { findOpenChange } from './address/open-change.ts';
import { consumeMailBudget } from '../mail/outgoing-budgets.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { activationMail } from './account-mail.ts';

/** Sends the mail to confirm an address again. Throws activation.too-many and request.too-many. */
export const sendActivationMail: Handler<'sendActivationMail'> = async (_input, call) => {
  const { context, member, log, ip } = call;
  if (member.confirmed) return { ok: true };
  await context.database.transaction(async (tx) => {
    const change = await findOpenChange(tx, member.id, context.clock.now());
    const use = change ? 'mail-change-again' : 'activation';
    const receiver = change?.new_email ?? member.email;
    const { waitMs, by } = await consumeMailBudget(tx, context, use, { member: member.id, receiver, ip });
    const isOwn = by === 'member' || by === 'receiver';
    const wait = retryAfter(waitMs);
    if (waitMs > 0) refuse(isOwn ? 'activation.too-many' : 'request.too-many', wait);
    if (change) await queueChangeMail(tx, call, mailChange, { memberId: member.id, changeId: change.change_id });
    else await queueMail(tx, call, { template: activationMail, memberId: member.id });
  });
  log.info({ event: 'activation.requested', member: member.id }, 'activation email requested');
  return { ok: true };
};
