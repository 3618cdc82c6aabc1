import type { Language } from '../../contract/languages.ts';
import { activationTokenHours, resetTokenMinutes } from '../../contract/limits.ts';
import type { JobPayloads } from '../platform/jobs/jobs.ts';
import type { Say } from '../platform/sentences.ts';
import { type EmailParts, emailHtml } from './email-html.ts';

export interface EmailValues {
  kind: JobPayloads['send-mail']['kind'];
  language: Language;
  /** The member's username, as they wrote it. */
  name: string;
  /** Name of the site in emails. */
  site: string;
  link: string;
  /** For how many minutes a reset link works. */
  minutes?: number | undefined;
  company: { name: string; address: string; city: string };
  supportEmail: string;
}

/**
 * One of an account's emails in the language of `say`: subject, and the same content as plain text and as HTML. Markup
 * and placeholders in names stay literal text. Subjects reveal neither the niche nor the content.
 */
export function composeEmail(say: Say, values: EmailValues): { subject: string; text: string; html: string } {
  const { kind, site, company } = values;
  const numbers = { hours: activationTokenHours, minutes: values.minutes ?? resetTokenMinutes };
  const parts: EmailParts = {
    language: values.language,
    site,
    title: say(`mail.${kind}.title`),
    hello: say('mail.hello', { name: values.name }),
    text: say(`mail.${kind}.text`, { site }),
    button: say(`mail.${kind}.button`),
    link: values.link,
    notes: [say(`mail.${kind}.expiry`, numbers), say(`mail.${kind}.ignore`, { email: values.supportEmail })],
    linkHelp: say('mail.link'),
    footer: [
      say('mail.sender', { site, company: company.name, address: company.address, city: company.city }),
      say('mail.reason'),
    ],
  };
  return { subject: oneLine(say(`mail.${kind}.subject`)), text: emailText(parts), html: emailHtml(parts) };
}

function emailText({ hello, text, button, link, notes, footer, site }: EmailParts): string {
  return [hello, text, `${button}:\n${link}`, ...notes, site, `-- \n${footer.join('\n')}`].join('\n\n');
}

// A line break would start another header.
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ').trim();
}
