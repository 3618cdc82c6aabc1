import { hash } from 'node:crypto';

import type { Language } from '../../contract/platform/languages.ts';
import { type Niche, niches } from '../../contract/settings/niches.ts';
import { findAccountAt, findMemberAddressee } from '../accounts/find-account.ts';
import type { AppContext } from '../context.ts';
import { type JobRun, getJobKey, isLastTry, refuseLostJob } from '../platform/jobs/jobs.ts';
import type { Say } from '../platform/text/sentences.ts';
import { siteOrigin } from '../platform/site-origin.ts';
import type { Site } from '../platform/site.ts';
import { type MailParts, mailHtml, previewEnd } from './html.ts';
import { type Mail, MailError } from './mailer.ts';
import type { ReplyMeaning } from './reply.data.ts';
import { recordFailure, recordRefusal } from './reports/failures.ts';
import { readReportToken, reportToken } from './reports/report-token.ts';
import type { MailContent, MailJob } from './queue-mail.ts';

const downMessage = 'the mail server cannot be used';

/** Writes and sends a mail, unless it is no longer needed. */
export async function sendMail(
  context: AppContext,
  { kind, member_id: memberId, id, origin: requested }: MailJob,
  run?: JobRun,
): Promise<void> {
  const template = context.declared.mail.find(({ name }) => name === kind);
  if (!template) throw new Error(`no template of mail is named ${kind}`);
  const addressee =
    memberId === null
      ? await template.findAddressee?.(context, id)
      : await findMemberAddressee(context.database, memberId);
  if (!addressee) return;
  const { language, account, email } = addressee;
  const site = await context.sites.ofMember(addressee.site, null);
  const say = context.sentences.in(language);
  const origin = siteOrigin(context, site, requested);
  const content = await template.write({ context, say, language, site, origin, memberId, email, id, run });
  if (!content) return;
  const { to = email, stop, attachments, onSent } = content;
  const composed = composeMail(say, content, {
    language,
    // Anybody may have typed an unconfirmed address and the name with it: we would carry their words to a stranger.
    name: account?.confirmed ? account.name : '',
    isMember: memberId !== null,
    // A visitor who used a form may have an account with discreet mail.
    discreet: addressee.discreet ?? (await findAccountAt(context.database, site, to))?.discreet_mail ?? false,
    isTest: context.config.rehearsal,
    site,
    origin,
  });
  const isSent = await deliver(
    context,
    { to, ...composed, ...(stop && { unsubscribe: stop.oneClick }), ...(attachments && { attachments }) },
    { memberId, owner: memberId ?? addressee.owner ?? null, token: template.reportToken?.(context, id), run },
  );
  if (isSent) await onSent?.();
}

interface Delivery {
  memberId: MemberId | null;
  /** The owner of the address; null unless it was or may become their account's. */
  owner: MemberId | null;
  run: JobRun | undefined;
  /** The token for reports; only for a mail that is not to a member. */
  token: string | undefined;
}

/**
 * Sends a mail and returns whether the server accepted it. A refused mail is not retried, and counts against the
 * address unless it is about us or the mail itself. A deferred mail is retried, and counts when the job gives up. While
 * the server is down, nothing is given up; afterwards, waiting mails go out by importance.
 */
async function deliver(
  context: AppContext,
  mail: Omit<Mail, 'messageId' | 'reportToken'>,
  { memberId, owner, run, token: own }: Delivery,
): Promise<boolean> {
  const { database, mailer, jobs, metrics, secret, clock, log } = context;
  const token = memberId === null ? own : reportToken(secret, { memberId, email: mail.to, now: clock.now() });
  if (run) await refuseLostJob(database, run);
  try {
    await mailer.send({
      ...mail,
      about: owner,
      ...(run && { messageId: deriveMessageId(run) }),
      ...(token !== undefined && { reportToken: token }),
    });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    metrics.count('mails_total', { outcome: error.failure });
    if (error.failure === 'unavailable') {
      if (run) await jobs.hold(run);
      throw error;
    }
    if (error.failure === 'refused' || isLastTry(run)) await count(error.meaning);
    if (error.failure !== 'refused') throw error;
    log.warn({ event: 'mail.refused', member: memberId }, error.message);
    return false;
  }
  metrics.count('mails_total', { outcome: 'sent' });
  await jobs.resume('send-mail', downMessage);
  return true;

  async function count(meaning: ReplyMeaning): Promise<void> {
    const mailed = token === undefined ? null : readReportToken(token);
    if (meaning === 'refused') await recordRefusal(context, mail.to, mailed);
    else if (mailed) await recordFailure(context, mailed, meaning);
  }
}

/** Derives the mail's Message-ID, the same for every run of one job. */
function deriveMessageId(run: JobRun): string {
  return hash('sha256', getJobKey(run), 'hex').slice(0, 40);
}

export interface MailValues {
  language: Language;
  /** '' to greet nobody by name. */
  name: string;
  isMember: boolean;
  discreet: boolean;
  /** The mail mentions that payments are in test mode. */
  isTest: boolean;
  site: {
    settings: Pick<Site['settings'], 'mail_name' | 'niche'>;
    company: Pick<Site['company'], 'name' | 'address' | 'city'>;
  };
  origin: string;
}

/**
 * Returns the same content as plain text and as HTML. Markup and placeholders in names stay literal text. In a discreet
 * mail, everything that mail programs show in a list is neutral, whatever the site is called.
 */
export function composeMail(
  say: Say,
  content: MailContent,
  { language, name, isMember, discreet, isTest, site: { settings, company }, origin }: MailValues,
): { fromName: string; subject: string; text: string; html: string } {
  const { title, button, facts = [], notes = [], enclosures = [], stop } = content;
  const site = settings.mail_name;
  const { name: companyName, address, city } = company;
  const parts: MailParts = {
    language,
    // A discreet mail has the default colors: some mail programs show a thumbnail of it beside its subject.
    niche: (discreet ? undefined : niches[settings.niche as Niche]) ?? niches[1],
    site,
    title,
    ...(discreet && { preview: say('mail.discreet.preview') }),
    hello: name === '' ? say('mail.hello-anybody') : say('mail.hello', { name }),
    paragraphs: [...(isTest ? [say('common.test-payments')] : []), ...content.paragraphs],
    facts,
    button: button ? { text: button.text, link: `${origin}${button.path}` } : null,
    notes,
    enclosures,
    linkHelp: say('mail.link'),
    footer: [
      say('mail.sender', { site, company: companyName, address, city }),
      ...(isMember ? [content.reason ?? say('mail.reason')] : []),
    ],
    ...(stop && { stop }),
  };
  return {
    fromName: discreet ? say('mail.discreet.sender') : site,
    // A line break would start another header.
    subject: (discreet ? say('mail.discreet.subject') : content.subject).replaceAll(/[\r\n\u2028\u2029]+/g, ' ').trim(),
    text: mailText(parts),
    html: mailHtml(parts),
  };
}

function mailText({
  preview,
  hello,
  paragraphs,
  facts,
  button,
  notes,
  enclosures,
  footer,
  stop,
  site,
}: MailParts): string {
  return [
    ...(preview === undefined ? [] : [preview + previewEnd]),
    hello,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(button ? [`${button.text}:\n${button.link}`] : []),
    ...notes,
    ...enclosures.map(({ title, lines }) => [title, ...lines].join('\n')),
    site,
    `-- \n${[...footer, ...(stop ? [`${stop.text}: ${stop.link}`] : [])].join('\n')}`,
  ].join('\n\n');
}
