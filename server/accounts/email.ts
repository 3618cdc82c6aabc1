import type { Language } from '../../contract/platform/languages.ts';
import { activationTokenHours, resetTokenMinutes } from '../../contract/accounts/limits.ts';
import { type Niche, niches } from '../../contract/settings/niches.ts';
import type { AccountMail } from '../platform/jobs/jobs.ts';
import type { Say } from '../platform/sentences.ts';
import { type EmailParts, emailHtml, previewEnd } from './email-html.ts';
import type { Letter } from './letters.ts';

export interface EmailValues {
  kind: AccountMail['kind'];
  language: Language;
  /** The member's username, as they wrote it; '' to greet nobody by name. */
  name: string;
  site: string;
  niche: number;
  /** Whether sender, subject, preview and colors are neutral. */
  discreet: boolean;
  /** True if payments are in test mode, which the email mentions. */
  isTest: boolean;
  link: string;
  /** Minutes for which a reset link works. */
  minutes?: number | undefined;
  /** Last day on which the link back to an account that its owner left works. */
  until?: string | undefined;
  company: { name: string; address: string; city: string };
  supportEmail: string;
}

interface ComposedEmail {
  fromName: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * Composes an account email in the language of `say`: the subject, and the same content as plain text and as HTML.
 * Markup and placeholders in names stay literal text. Subjects reveal neither the niche nor the content.
 */
export function composeEmail(say: Say, values: EmailValues): ComposedEmail {
  const { kind, site, company } = values;
  const numbers = {
    hours: activationTokenHours,
    minutes: values.minutes ?? resetTokenMinutes,
    until: values.until ?? '',
  };
  const parts: EmailParts = {
    language: values.language,
    niche: slugOf(values),
    site,
    title: say(`mail.${kind}.title`),
    hello: helloTo(say, values.name),
    paragraphs: [say(`mail.${kind}.text`, { site, until: values.until ?? '' })],
    facts: [],
    button: { text: say(`mail.${kind}.button`), link: values.link },
    notes: [say(`mail.${kind}.expiry`, numbers), say(`mail.${kind}.ignore`, { email: values.supportEmail })],
    enclosures: [],
    linkHelp: say('mail.link'),
    footer: [senderOf(say, site, company), say('mail.reason')],
  };
  return compose(say, say(`mail.${kind}.subject`), parts, values);
}

export interface LetterValues {
  language: Language;
  /** The reader's name, as they wrote it; '' for a letter that may reach anybody. */
  name: string;
  isMember: boolean;
  site: string;
  niche: number;
  discreet: boolean;
  isTest: boolean;
  origin: string;
  company: EmailValues['company'];
}

/** Composes another module's email in the form of account emails. */
export function composeLetter(say: Say, letter: Letter, values: LetterValues): ComposedEmail {
  const { button } = letter;
  const { language, name, isMember, site, niche, discreet, origin, company } = values;
  const parts: EmailParts = {
    language,
    niche: slugOf({ niche, discreet }),
    site,
    title: letter.title,
    hello: helloTo(say, name),
    paragraphs: letter.paragraphs,
    facts: letter.facts ?? [],
    button: button ? { text: button.text, link: `${origin}${button.path}` } : null,
    notes: letter.notes ?? [],
    enclosures: letter.enclosures ?? [],
    linkHelp: say('mail.link'),
    footer: [senderOf(say, site, company), ...(isMember ? [letter.reason ?? say('mail.reason')] : [])],
    ...(letter.stop && { stop: letter.stop }),
  };
  return compose(say, letter.subject, parts, values);
}

function helloTo(say: Say, name: string): string {
  return name === '' ? say('mail.hello-anybody') : say('mail.hello', { name });
}

/** A discreet email has the default colors: some mail programs show a thumbnail of it beside its subject. */
function slugOf({ niche, discreet }: { niche: number; discreet: boolean }): EmailParts['niche'] {
  return (discreet ? undefined : niches[niche as Niche]) ?? niches[1];
}

/** In a discreet email, everything that mail programs show in a list is neutral, whatever the site is called. */
function compose(
  say: Say,
  subject: string,
  parts: EmailParts,
  { discreet, isTest }: Pick<EmailValues, 'discreet' | 'isTest'>,
): ComposedEmail {
  const shown: EmailParts = {
    ...parts,
    ...(discreet && { preview: say('mail.discreet.preview') }),
    paragraphs: [...(isTest ? [say('common.test-payments')] : []), ...parts.paragraphs],
  };
  return {
    fromName: discreet ? say('mail.discreet.sender') : parts.site,
    subject: oneLine(discreet ? say('mail.discreet.subject') : subject),
    text: emailText(shown),
    html: emailHtml(shown),
  };
}

function senderOf(say: Say, site: string, { name, address, city }: EmailValues['company']): string {
  return say('mail.sender', { site, company: name, address, city });
}

function emailText({
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
}: EmailParts): string {
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

// A line break would start another header.
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ').trim();
}
