import { isLanguage } from '../../contract/languages.ts';
import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { AccountMail, JobRun } from '../platform/jobs/jobs.ts';
import { timeZoneOf } from '../../contract/countries.ts';
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
 * Creates the token, composes the email in the member's language and sends it. The link opens a page that posts the
 * token, so a scanner that only follows links does not consume it. An email that is no longer relevant is not sent.
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
    ...(until && { until: formatIn(language).day(until, timeZoneOf(account.country)) }),
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
 * The token of an email's link, if it has one, and the account as it is when the token is made; null if the email is not
 * needed. The account is locked: a change of address that ends its links comes before the token, and the email goes to the
 * address after it, or comes later and ends the token, too.
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

/** The link that brings an account back until it is erased; null if it is back already. */
async function wayBack(tx: Transaction, memberId: string, now: Date): Promise<{ token: string; until: Date } | null> {
  const departure = await tx.first(findDeparture, { memberId });
  if (!departure || departure.due_at <= now) return null;
  const until = departure.due_at;
  return { token: await freshToken(tx, { memberId, purpose: 'reactivation', now, expiresAt: until }), until };
}
