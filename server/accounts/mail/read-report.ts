import PostalMime from 'postal-mime';

import type { MailTrouble } from './note-failure.ts';
import { type MailedTo, readReportToken } from './report-token.ts';

export interface MailReport {
  mailed: MailedTo;
  trouble: MailTrouble;
}

type Parsed = Awaited<ReturnType<typeof PostalMime.parse>>;

/** What says why an email came back is at the beginning; the email itself, which may be large, comes last. */
export const reportMaxBytes = 128 * 1024;
/** Reports have three parts. Each line that may begin one, and each line of a text, takes the parser the longer the more there are. */
const [boundariesMax, linesMax] = [50, 5_000];

/**
 * Reads what a mail server reports about one of our emails: which email by the token in an address of ours, wherever the
 * report quotes it, and what became of it by the fields for machines (RFC 3464, RFC 5965) or, as many reports have none,
 * by the usual phrases. Null for everything else, such as a note that its reader is on holiday. Anybody can mail a
 * report: it is parsed only if it has a token and the form of one.
 */
export async function readReport(whole: Buffer, bounces: string): Promise<MailReport | null> {
  const raw = whole.subarray(0, reportMaxBytes);
  const mailed = findToken(raw.toString('latin1'), bounces);
  if (!mailed || !isEasilyParsed(raw)) return null;
  // Deeply nested or malformed emails are refused by the parser.
  const parsed = await PostalMime.parse(raw).catch(() => null);
  if (!parsed) return null;
  const parts = parsed.attachments.map(({ mimeType, content }) => ({ mimeType, text: textOf(content) }));
  const texts = [parsed.text ?? '', parsed.html ?? ''];
  const machine = (type: string): string | undefined => parts.find(({ mimeType }) => mimeType === type)?.text;
  const complaint = machine('message/feedback-report');
  const status = machine('message/delivery-status') ?? machine('message/global-delivery-status');
  const trouble =
    complaint !== undefined
      ? readComplaint(complaint)
      : status !== undefined
        ? readStatus(status)
        : isFromMailServer(parsed)
          ? readPhrases(texts.join('\n'))
          : null;
  return trouble && { mailed, trouble };
}

function textOf(content: ArrayBuffer | Uint8Array | string): string {
  if (typeof content === 'string') return content;
  return Buffer.from(content instanceof Uint8Array ? content : new Uint8Array(content)).toString();
}

/** The token in an address of ours, as headers and returned emails quote it, also where an encoded line is broken within it. */
function findToken(raw: string, bounces: string): MailedTo | null {
  const [local = '', domain = ''] = bounces.split('@');
  const quote = (text: string): string => text.replaceAll(/[.-]/g, '\\$&');
  const address = new RegExp(`${quote(local)}\\+([0-9a-z]{48})@${quote(domain)}`, 'i');
  const token = address.exec(raw.replaceAll(/=\r?\n/g, ''))?.[1];
  return token === undefined ? null : readReportToken(token.toLowerCase());
}

function isEasilyParsed(raw: Buffer): boolean {
  return hasAtMost(raw, '\n--', boundariesMax) && hasAtMost(raw, '\n', linesMax);
}

function hasAtMost(raw: Buffer, text: string, max: number): boolean {
  let at = raw.indexOf(text);
  for (let found = 1; at >= 0 && found <= max; found += 1) at = raw.indexOf(text, at + 1);
  return at < 0;
}

function fieldOf(text: string, name: string): string | undefined {
  return new RegExp(`^${name}:[ \\t]*(.+)$`, 'im').exec(text)?.[1]?.trim();
}

/** What readers report: only that they do not want it, not what their program thinks of it. */
function readComplaint(text: string): MailTrouble | null {
  const type = fieldOf(text, 'feedback-type')?.toLowerCase();
  return type === 'abuse' || type === 'fraud' || type === 'opt-out' ? 'spam' : null;
}

function readStatus(text: string): MailTrouble | null {
  const action = fieldOf(text, 'action')?.toLowerCase();
  if (action !== 'failed' && action !== 'delayed') return null;
  // The server of the address says more than the one that gave up.
  return readCode(fieldOf(text, 'diagnostic-code') ?? '') ?? readCode(fieldOf(text, 'status') ?? '') ?? 'soft';
}

function readCode(text: string): MailTrouble | null {
  const code = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0];
  return code === undefined ? null : code === '5.1.1' ? 'hard' : 'soft';
}

/** Programs of people answer to the same address: what they write is no report. */
function isFromMailServer({ from, headers, subject = '' }: Parsed): boolean {
  const sender = from?.address?.split('@')[0]?.toLowerCase() ?? '';
  return (
    ['mailer-daemon', 'postmaster', 'mail-daemon'].includes(sender) ||
    headers.some(({ key }) => key === 'x-failed-recipients') ||
    /^(?:undeliver|delivery (?:status|failure)|mail delivery failed|failure notice|returned mail)/i.test(subject)
  );
}

const unknownAddress = /\bno (?:such|mailbox)\b|\b(?:unknown|invalid) (?:user|recipient|address|mailbox)\b/i;
const address = /\b(?:user|mailbox|recipient|account|address)\b/gi;
const isUnknown = /\b(?:unknown|not found|does(?:n['’]t| not) exist|disabled|unavailable|invalid)\b/i;
/** Characters from the word for an address within which the report says that it is unknown. */
const saidWithin = 60;
const otherTrouble =
  /\b(?:quota|mailbox (?:is )?full|over ?quota|temporar|try again|timed? ?out|deferred|greylist|blocked|rejected|refused|could not be delivered|couldn['’]t be delivered|was(?:n['’]t| not) delivered|unable to deliver|not accepted)/i;

function readPhrases(text: string): MailTrouble | null {
  const code = readCode(text);
  if (code !== null) return code;
  // What may pass counts as such, even beside a phrase that sounds final.
  if (/\b(?:quota|full|temporar|try again|delayed|greylist)/i.test(text)) return 'soft';
  const saidOf = [...text.matchAll(address)].map(
    ({ index }) => text.slice(index, index + saidWithin).split('\n', 1)[0],
  );
  if (unknownAddress.test(text) || saidOf.some((said = '') => isUnknown.test(said))) return 'hard';
  return otherTrouble.test(text) ? 'soft' : null;
}
