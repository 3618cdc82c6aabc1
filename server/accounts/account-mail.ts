import { randomInt } from 'node:crypto';

import { activationTokenHours, resetTokenMinutes } from '../../contract/accounts/limits.ts';
import { getCapitalTimeZone } from '../../contract/platform/countries.ts';
import type { AppContext } from '../context.ts';
import { consumeMailBudget } from '../mail/outgoing-budgets.ts';
import { type MailCall, type MailTemplate, queueMail } from '../mail/queue-mail.ts';
import { importance } from '../module.ts';
import { after, hourMs } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import { formatIn } from '../platform/text/format.ts';
import type { Call } from '../platform/handler.ts';
import { lockMemberAddressee } from './find-account.ts';
import { findAccountDeletion } from './deletion/queries.ts';
import { type AccountRow, findAccount } from './queries.ts';
import { issueActivationToken, issueToken, issueResetToken, newMailToken } from './tokens.ts';

interface Link {
  token?: string;
  minutes?: number;
  until?: Date;
}

interface AccountMail {
  name:
    | 'activation'
    | 'reset'
    | 'password-changed'
    | 'passkey-added'
    | 'passkey-removed'
    | 'sign-up-attempt'
    | 'sign-up-again'
    | 'leaving';
  /** The page that the mail's link opens. It posts the token, so a scanner that only follows links consumes none. */
  page: string;
  /** Issues what the mail needs, such as a token; null if the mail is not needed. */
  issue?: (
    tx: Transaction,
    about: Pick<MailCall, 'context' | 'id' | 'run'> & { account: AccountRow },
  ) => Promise<Link | null>;
  unconfirmed?: MailTemplate['unconfirmed'];
}

/** Issues its link under the account's lock: a concurrent change of address moves the mail or ends the token. */
function accountMail({ name, page, issue, unconfirmed }: AccountMail): MailTemplate {
  return {
    name,
    importance: 'account',
    ...(unconfirmed && { unconfirmed }),
    write: async ({ context, say, language, site, memberId, id, run }) => {
      if (memberId === null) return null;
      const issued = await context.database.transaction(async (tx) => {
        const account = (await lockMemberAddressee(tx, memberId))?.account;
        if (!account || account.status === 'banned') return null;
        const link = issue ? await issue(tx, { context, account, id, run }) : {};
        return link && { account, ...link };
      });
      if (issued === null) return null;
      const { account, token, minutes = resetTokenMinutes, until: end } = issued;
      const until = end ? formatIn(language).day(end, getCapitalTimeZone(account.country)) : '';
      const { mail_name: siteName, support_email: email } = site.settings;
      return {
        to: account.email,
        subject: say(`mail.${name}.subject`),
        title: say(`mail.${name}.title`),
        paragraphs: [say(`mail.${name}.text`, { site: siteName, until })],
        button: { text: say(`mail.${name}.button`), path: `${page}${token ? `?token=${token}` : ''}` },
        notes: [
          say(`mail.${name}.expiry`, { hours: activationTokenHours, minutes, until }),
          say(`mail.${name}.ignore`, { email }),
        ],
      };
    },
  };
}

export const activationMail = accountMail({
  name: 'activation',
  page: '/activate/done',
  issue: async (tx, { context, run, account: { confirmed, member_id: memberId } }) => {
    if (confirmed) return null;
    const token = newMailToken(context, 'activation', run);
    await issueActivationToken(tx, { memberId, token, now: context.clock.now() });
    return { token };
  },
});

export const unlessLinkWorks = 'unless-link-works';

const issueReset: AccountMail['issue'] = (tx, { context, account, id }) =>
  issueResetToken(tx, context, account.member_id, id === unlessLinkWorks);

export const resetMail = accountMail({ name: 'reset', page: '/reset-password/do', issue: issueReset });

export const passwordChangedMail = accountMail({
  name: 'password-changed',
  page: '/reset-password',
  unconfirmed: 'dropped',
});
export const passkeyAddedMail = accountMail({ name: 'passkey-added', page: '/reset-password', unconfirmed: 'dropped' });
export const passkeyRemovedMail = accountMail({
  name: 'passkey-removed',
  page: '/reset-password',
  unconfirmed: 'dropped',
});

export const signUpAttemptMail = accountMail({ name: 'sign-up-attempt', page: '/login' });
export const signUpAgainMail = accountMail({
  name: 'sign-up-again',
  page: '/reset-password/do',
  issue: issueReset,
});

export const leavingMail = accountMail({
  name: 'leaving',
  page: '/account-deleted',
  unconfirmed: 'counted',
  issue: async (tx, { context, run, account: { member_id: memberId } }) => {
    const now = context.clock.now();
    const deletion = await tx.first(findAccountDeletion, { memberId });
    if (!deletion || deletion.due_at <= now) return null;
    const until = deletion.due_at;
    const token = newMailToken(context, 'reactivation', run);
    await issueToken(tx, { memberId, token, purpose: 'reactivation', now, expiresAt: until });
    return { token, until };
  },
});

/** Waits while the installation's hourly budget is used up: an attacker must not close sign-up for everybody. */
export async function queueActivationMail(
  tx: Transaction,
  { context, origin }: Pick<Call, 'context' | 'origin'>,
  memberId: MemberId,
): Promise<void> {
  const { waitMs } = await consumeMailBudget(tx, context, 'first-activation', {});
  if (waitMs === 0) {
    await queueMail(tx, { context, origin }, { template: activationMail, memberId });
    return;
  }
  // Spread over an hour, because thousands may wait and the budget frees one at a time.
  const runAt = after(context.clock.now(), waitMs + randomInt(hourMs));
  const payload = { member_id: memberId, origin };
  await context.jobs.add(tx, 'queue-activation-mail', payload, { runAt, priority: importance.account });
}

/** Sends nothing if the address was confirmed meanwhile. Runs as a job. */
export async function queueWaitingActivation(
  context: AppContext,
  { member_id: memberId, origin }: { member_id: MemberId; origin: string },
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const account = await tx.first(findAccount, { memberId });
    if (account && !account.confirmed) await queueActivationMail(tx, { context, origin }, memberId);
  });
}
