import { isEmail } from '../../contract/accounts/email.ts';
import { Failure, refuse, refuseFields, retryAfter } from '../platform/failure.ts';
import type { Call, Handler } from '../platform/handler.ts';
import { createId } from '../platform/ids.ts';
import { findAccountAt } from './find-account.ts';
import { type Wait, consumeMailBudget } from '../mail/outgoing-budgets.ts';
import { countProbe, guardProbes } from './attempts.ts';
import type { AccountRow } from './queries.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { resetMail, unlessLinkWorks } from './account-mail.ts';

/**
 * Mails a link to set a new password (specification, section 8). Throws email.not-found for an address without an
 * account, and reset.too-many after three mails in a day to one mailbox from one source. Discreet sites respond alike
 * to every address; other sites treat their accounts as unknown.
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
  const { waitMs, by } = await queueReset(call, email, account);
  const wait = retryAfter(waitMs);
  if (waitMs > 0) refuse(by === 'receiver' ? 'reset.too-many' : 'request.too-many', wait);
  log.info({ event: 'reset.requested', member: account?.member_id ?? null }, 'reset email requested');
  return { ok: true };
};

/**
 * Finds the account of an address. Accounts of discreet sites count only on discreet sites, whose responses are all
 * alike.
 */
async function findOwner({ context, site }: Call, email: string): Promise<AccountRow | undefined> {
  const account = await findAccountAt(context.database, site, email);
  if (!account || account.status === 'deleted' || account.status === 'banned') return undefined;
  const home = await context.sites.ofMember(account.site, null);
  return home.settings.account_discretion && !site.settings.account_discretion ? undefined : account;
}

async function queueReset(call: Call, email: string, account: AccountRow | undefined): Promise<Wait> {
  const { context, ip } = call;
  return context.database.transaction(async (tx) => {
    const asked = await consumeMailBudget(tx, context, 'reset', { receiver: email, ip });
    if (asked.waitMs > 0) return asked;
    const isFlood = (await consumeMailBudget(tx, context, 'reset-anywhere', { receiver: email })).waitMs > 0;
    // An unknown member's job sends nothing. During a flood, unconfirmed addresses get nothing either: one stranger's
    // mailbox may be behind many of them.
    const receiver = isFlood && !account?.confirmed ? undefined : account;
    const memberId = receiver?.member_id ?? createId<MemberId>();
    await queueMail(tx, call, { template: resetMail, memberId, id: isFlood ? unlessLinkWorks : '' });
    return asked;
  });
}
