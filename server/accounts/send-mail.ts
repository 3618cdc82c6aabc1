import { isLanguage } from '../../contract/languages.ts';
import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { AccountMail, JobRun } from '../platform/jobs/jobs.ts';
import { timeZoneOf } from '../../contract/countries.ts';
import { formatIn } from '../platform/format.ts';
import { composeEmail } from './email.ts';
import { findDeparture } from './leaving/queries.ts';
import { mailOrigin } from './mail-origin.ts';
import { deliver } from './mail/deliver.ts';
import { findAccount } from './queries.ts';
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
  const account = await context.database.first(findAccount, { memberId });
  if (!account || account.status === 'banned' || account.status === 'deleted') return;
  if (kind === 'activation' && account.confirmed) return;
  const site = await context.sites.ofMember(account.site, null);
  const origin = mailOrigin(context, site, payload.origin);
  const issued = await issueLink(context, payload);
  if (issued === null) return;
  const { token, minutes, until } = issued;
  const link = `${origin}${pages[kind]}${token ? `?token=${token}` : ''}`;
  const language = isLanguage(account.language) ? account.language : 'en';
  const email = composeEmail(context.sentences.in(language), {
    kind,
    language,
    name: account.name,
    site: site.settings.mail_name,
    niche: site.settings.niche,
    discreet: account.discreet_mail,
    link,
    minutes,
    ...(until && { until: formatIn(language).day(until, timeZoneOf(account.country)) }),
    company: site.company,
    supportEmail: site.settings.support_email,
  });
  await deliver(context, { to: account.email, ...email }, { memberId, run });
}

/** The token of an email's link, if it has one; null if the email is not needed. */
async function issueLink(
  context: AppContext,
  payload: AccountMail,
): Promise<{ token?: string; minutes?: number; until?: Date } | null> {
  const { database, clock } = context;
  const { kind, member_id: memberId } = payload;
  const unlessWorking = payload.unless_link_works ?? false;
  if (kind === 'activation')
    return database.transaction(async (tx) => ({
      token: await activationToken(tx, memberId, clock.now()),
    }));
  if (kind === 'reset' || kind === 'sign-up-again')
    return database.transaction((tx) => resetToken(tx, context, memberId, unlessWorking));
  if (kind === 'leaving') return database.transaction((tx) => wayBack(tx, memberId, clock.now()));
  return {};
}

/** The link that brings an account back until it is erased; null if it is back already. */
async function wayBack(tx: Transaction, memberId: string, now: Date): Promise<{ token: string; until: Date } | null> {
  const departure = await tx.first(findDeparture, { memberId });
  if (!departure || departure.due_at <= now) return null;
  const until = departure.due_at;
  return { token: await freshToken(tx, { memberId, purpose: 'reactivation', now, expiresAt: until }), until };
}
