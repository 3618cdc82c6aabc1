import { refuse } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { changeLetter } from './address/change-letter.ts';
import { findOpenChange, takeMailTo } from './address/open-change.ts';
import { activationMailLimit } from './attempt-rules.ts';
import { takeAttempt } from './attempts.ts';
import { queueLetter, queueMail } from './queue-mail.ts';
import { takeUnconfirmedMail } from './unconfirmed-mail.ts';

/**
 * Sends the activation email again, or that to the address which was asked for instead, at most five times a day, eight
 * for all accounts of one mailbox, and only until the address is confirmed. Throws activation.too-many.
 */
export const sendActivationMail: Handler<'sendActivationMail'> = async (_input, call) => {
  const { context, member, log } = call;
  if (member.confirmed) return { ok: true };
  await context.database.transaction(async (tx) => {
    const change = await findOpenChange(tx, member.id, context.clock.now());
    const wait =
      (await takeAttempt(tx, { limit: activationMailLimit, subject: member.id }, context.clock.now())) ||
      (await (change ? takeMailTo(tx, context, change.new_email) : takeUnconfirmedMail(tx, context, member.email)));
    if (wait > 0) refuse('activation.too-many', { retry_after: Math.ceil(wait / 1_000) });
    if (change) await queueLetter(tx, call, changeLetter('mail-change', member.id, change.change_id));
    else await queueMail(tx, call, 'activation', member.id);
  });
  log.info({ event: 'activation.requested', member: member.id }, 'activation email requested');
  return { ok: true };
};
