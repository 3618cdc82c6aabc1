import { refuse } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { activationMailLimit } from './attempt-rules.ts';
import { takeAttempt } from './attempts.ts';
import { queueMail } from './queue-mail.ts';

/** Sends the activation email again, at most five times a day and only until the address is confirmed. Throws activation.too-many. */
export const sendActivationMail: Handler<'sendActivationMail'> = async (_input, call) => {
  const { context, member, log } = call;
  if (member.confirmed) return { ok: true };
  await context.database.transaction(async (tx) => {
    const wait = await takeAttempt(tx, { limit: activationMailLimit, subject: member.id }, context.clock.now());
    if (wait > 0) refuse('activation.too-many', { retry_after: Math.ceil(wait / 1_000) });
    await queueMail(tx, call, 'activation', member.id);
  });
  log.info({ event: 'activation.requested', member: member.id }, 'activation email requested');
  return { ok: true };
};
