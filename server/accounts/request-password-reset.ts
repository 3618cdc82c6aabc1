import { randomUUID } from 'node:crypto';

import { sourceOf } from '../platform/addresses.ts';
import { Failure, refuse, refuseFields } from '../platform/failure.ts';
import type { Call, Handler } from '../platform/handler.ts';
import { allResetMailsLimit, resetMailLimit } from './attempt-rules.ts';
import { pseudonymOf, takeAttempt } from './attempts.ts';
import { isEmail, mailboxOf } from './email-rules.ts';
import { findAccountAt } from './find-account.ts';
import { countProbe, guardProbes } from './probes.ts';
import type { AccountRow } from './queries.ts';
import { queueMail } from './queue-mail.ts';

/**
 * Emails a link to set a new password (specification, section 8). Throws email.not-found for an address without an
 * account, within the limits for such answers; reset.too-many after three emails in a day for one mailbox from one place.
 * On a discreet site every address gets the same answer after the same work, and elsewhere an account of a discreet site
 * the one of an unknown address.
 */
export const requestPasswordReset: Handler<'requestPasswordReset'> = async ({ email }, call) => {
  const { site, log } = call;
  refuseFields({ email: isEmail(email) ? undefined : 'email.invalid' });
  const discreet = site.settings.account_discretion;
  if (!discreet) await guardProbes(call, email);
  const account = await findOwner(call, email);
  if (!account && !discreet) {
    await countProbe(call, email);
    throw new Failure('email.not-found', {}, undefined, { event: 'reset.refused', member: null });
  }
  const waitMs = await queueReset(call, email, account);
  if (waitMs > 0) refuse('reset.too-many', { retry_after: Math.ceil(waitMs / 1_000) });
  log.info({ event: 'reset.requested', member: account?.member_id ?? null }, 'reset email requested');
  return { ok: true };
};

/** The account that may get an email at an address: of a discreet site only where every address gets the same answer. */
async function findOwner({ context, site }: Call, email: string): Promise<AccountRow | undefined> {
  const account = await findAccountAt(context.database, site, email);
  if (!account || account.status === 'deleted' || account.status === 'banned') return undefined;
  const home = await context.sites.ofMember(account.site, null);
  return home.settings.account_discretion && !site.settings.account_discretion ? undefined : account;
}

/** Queues the email and returns 0, or returns the milliseconds until another may be requested from this place. */
async function queueReset(call: Call, email: string, account: AccountRow | undefined): Promise<number> {
  const { context, ip } = call;
  const now = context.clock.now();
  const subject = pseudonymOf(context, `reset ${mailboxOf(email)}`);
  const source = pseudonymOf(context, sourceOf(ip));
  return context.database.transaction(async (tx) => {
    const waitMs = await takeAttempt(tx, { limit: resetMailLimit, subject, source }, now);
    if (waitMs > 0) return waitMs;
    const isFlood = (await takeAttempt(tx, { limit: allResetMailsLimit, subject }, now)) > 0;
    // The email to a member who does not exist is never composed. In a flood none goes to an address that its account has
    // not confirmed either: a stranger's mailbox can stand behind any number of such accounts.
    const receiver = isFlood && !account?.confirmed ? undefined : account;
    await queueMail(tx, call, 'reset', receiver?.member_id ?? randomUUID(), isFlood ? { unless_link_works: true } : {});
    return 0;
  });
}
