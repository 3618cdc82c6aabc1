import { Failure, refuse, refuseFields } from '../platform/failure.ts';
import type { Call, Handler } from '../platform/handler.ts';
import { resetMailLimit } from './attempt-rules.ts';
import { takeAttempt } from './attempts.ts';
import { emailKey, isEmail } from './email-rules.ts';
import { countProbe, guardProbes } from './probes.ts';
import { findByEmail } from './queries.ts';
import { queueMail } from './queue-mail.ts';

/**
 * Emails a link to set a new password (specification, section 8). Throws email.not-found for an address without an
 * account, within the limits for such answers; reset.too-many after three emails in a day. On a discreet site every
 * address gets the same answer, and elsewhere an account of a discreet site the one of an unknown address.
 */
export const requestPasswordReset: Handler<'requestPasswordReset'> = async ({ email }, call) => {
  const { context, site, log } = call;
  refuseFields({ email: isEmail(email) ? undefined : 'email.invalid' });
  const discreet = site.settings.account_discretion;
  if (!discreet) await guardProbes(call, email);
  const account = await context.database.first(findByEmail, { key: emailKey(email) });
  if (!account || account.status === 'deleted' || account.status === 'banned' || (await isHidden(call, account))) {
    if (discreet) return { ok: true };
    await countProbe(call, email);
    throw new Failure('email.not-found', {}, undefined, { event: 'reset.refused', member: null });
  }
  const wait = await queueReset(call, account.member_id);
  if (wait > 0 && !discreet) refuse('reset.too-many', { retry_after: Math.ceil(wait / 1_000) });
  if (wait === 0) log.info({ event: 'reset.requested', member: account.member_id }, 'reset email requested');
  return { ok: true };
};

/** Whether an account of a discreet site is asked for elsewhere: there it looks like an unknown address. */
async function isHidden({ context, site }: Call, account: { site: string }): Promise<boolean> {
  if (site.settings.account_discretion) return false;
  return (await context.sites.ofMember(account.site, null)).settings.account_discretion;
}

/** Queues the email and returns 0, or returns the milliseconds until another may be sent. */
async function queueReset(call: Call, memberId: string): Promise<number> {
  const now = call.context.clock.now();
  return call.context.database.transaction(async (tx) => {
    const wait = await takeAttempt(tx, { limit: resetMailLimit, subject: memberId }, now);
    if (wait === 0) await queueMail(tx, call, 'reset', memberId);
    return wait;
  });
}
