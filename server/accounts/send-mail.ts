import { isLanguage } from '../../contract/platform/languages.ts';
import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { AccountMail, JobRun } from '../platform/jobs/jobs.ts';
import { getCapitalTimeZone } from '../../contract/platform/countries.ts';
import { formatIn } from '../platform/format.ts';
import { composeEmail } from './email.ts';
import { findDeparture } from './leaving/queries.ts';
import { siteOrigin } from '../platform/site-origin.ts';
import { greetedName } from './letters.ts';
import { deliver } from './mail/deliver.ts';
import { type AccountRow, lockAccount } from './queries.ts';
import { activationToken, freshToken, resetToken } from './tokens.ts';

const pages = {
  activation: '/activate/done',
  reset: '/reset-password/do',
  'password-changed': '/reset-password',
  'passkey-added': '/reset-password',
  'passkey-removed': '/reset-password',
  'sign-up-attempt': '/login',
  'sign-up-again': '/reset-password/do',
  leaving: '/account-deleted',
};

/**
 * Creates the token, composes the email in the member's language and sends it, unless it is no longer relevant. The
 * link opens a page that posts the token, so a scanner that only follows links does not consume it.
 */
export async function sendMail(context: AppContext, payload: AccountMail, run?: JobRun): Promise<void> {
  const { kind, member_id: memberId } = payload;
  const issued = await context.database.transaction((tx) => issueLink(tx, context, payload));
  if (issued === null) return;
  const { account, token, minutes, until } = issued;
  const site = await context.sites.ofMember(account.site, null);
  const origin = siteOrigin(context, site, payload.origin);
  const link = `${origin}${pages[kind]}${token ? `?token=${token}` : ''}`;
  const language = isLanguage(account.language) ? account.language : 'en';
  const email = composeEmail(context.sentences.in(language), {
    kind,
    language,
    name: greetedName(account),
    site: site.settings.mail_name,
    niche: site.settings.niche,
    discreet: account.discreet_mail,
    isTest: context.config.payments.test,
    link,
    minutes,
    ...(until && { until: formatIn(language).day(until, getCapitalTimeZone(account.country)) }),
    company: site.company,
    supportEmail: site.settings.support_email,
  });
  await deliver(context, { to: account.email, ...email }, { memberId, run });
}

interface Link {
  token?: string;
  minutes?: number;
  until?: Date;
}

/**
 * Issues the token of an email's link, if any. Null if the email is not needed. Thanks to the lock, a concurrent
 * change of address comes either first, and the email goes to the new address, or later, and ends the token.
 */
async function issueLink(
  tx: Transaction,
  context: AppContext,
  payload: AccountMail,
): Promise<(Link & { account: AccountRow }) | null> {
  const { kind, member_id: memberId } = payload;
  const account = await tx.first(lockAccount, { memberId });
  if (!account || account.status === 'banned' || account.status === 'deleted') return null;
  if (kind === 'activation' && account.confirmed) return null;
  const link = await linkOf(tx, context, payload);
  return link && { account, ...link };
}

async function linkOf(tx: Transaction, context: AppContext, payload: AccountMail): Promise<Link | null> {
  const { kind, member_id: memberId, unless_link_works: unlessWorking = false } = payload;
  const now = context.clock.now();
  if (kind === 'activation') return { token: await activationToken(tx, memberId, now) };
  if (kind === 'reset' || kind === 'sign-up-again') return resetToken(tx, context, memberId, unlessWorking);
  if (kind === 'leaving') return wayBack(tx, memberId, now);
  return {};
}

/** The link that restores an account until its erasure; null if the account is already back. */
async function wayBack(tx: Transaction, memberId: string, now: Date): Promise<{ token: string; until: Date } | null> {
  const departure = await tx.first(findDeparture, { memberId });
  if (!departure || departure.due_at <= now) return null;
  const until = departure.due_at;
  return { token: await freshToken(tx, { memberId, purpose: 'reactivation', now, expiresAt: until }), until };
}
