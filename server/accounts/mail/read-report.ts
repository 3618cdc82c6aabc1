import PostalMime from 'postal-mime';

import { meaningOf, passes, readReply } from '../../platform/mail-reply.ts';
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
/** 128 KB of addresses in one header keep the parser busy for 0.2 s. */
const headMaxLength = 32 * 1024;

/**
 * Reads what a mail server reports about one of our emails: which email by the token in an address of ours, wherever the
 * report quotes it, and what became of it by the fields for machines (RFC 3464, RFC 5965) or, as many reports have none,
 * by the usual words. Null for everything else, such as a note that its reader is on holiday or that the server goes on
 * trying. Anybody can mail a report: it is parsed only if it has a token and the form of one.
 */
export async function readReport(whole: Buffer, bounces: string): Promise<MailReport | null> {
  const raw = whole.subarray(0, reportMaxBytes);
  const text = raw.toString('latin1');
  const mailed = findToken(text, bounces) ?? findToken(decodeLines(text), bounces);
  if (!mailed) return null;
  const trouble = await readTrouble(raw);
  return trouble && { mailed, trouble };
}

/** The token in an address of ours, as headers and returned emails quote it, also where an encoded line is broken within it. */
function findToken(text: string, bounces: string): MailedTo | null {
  const [local = '', domain = ''] = bounces.split('@');
  const quote = (part: string): string => part.replaceAll(/[.-]/g, '\\$&');
  const address = new RegExp(`${quote(local)}\\+([0-9a-z]{48})@${quote(domain)}`, 'i');
  const token = address.exec(text.replaceAll(/=\r?\n/g, ''))?.[1];
  return token === undefined ? null : readReportToken(token.toLowerCase());
}

/** The lines of base64 in an email, decoded: a returned email can be in that form. */
function decodeLines(text: string): string {
  if (!/^content-transfer-encoding: base64/im.test(text)) return '';
  const lines = text.split(/\r?\n/).map((line) => (/^[\w+/]{4,}={0,2}$/.test(line) ? line : '\n'));
  return lines
    .join('')
    .split('\n')
    .map((encoded) => Buffer.from(encoded, 'base64').toString('latin1'))
    .join('\n');
}

function isEasilyParsed(raw: Buffer): boolean {
  return hasAtMost(raw, '\n--', boundariesMax) && hasAtMost(raw, '\n', linesMax);
}

function hasAtMost(raw: Buffer, text: string, max: number): boolean {
  let at = raw.indexOf(text);
  for (let found = 1; at >= 0 && found <= max; found += 1) at = raw.indexOf(text, at + 1);
  return at < 0;
}

async function readTrouble(raw: Buffer, isWrapped = false): Promise<MailTrouble | null> {
  // A report within an email is parsed by itself, so it is measured by itself, too.
  if (!isEasilyParsed(raw) || headOf(raw.toString('latin1')).length > headMaxLength) return null;
  // Deeply nested or malformed emails are refused by the parser.
  const parsed = await PostalMime.parse(raw, { forceRfc822Attachments: true }).catch(() => null);
  if (!parsed) return null;
  const part = (type: string): string | undefined => {
    const found = parsed.attachments.find(({ mimeType }) => mimeType === type);
    return found && textOf(found.content);
  };
  const complaint = part('message/feedback-report');
  if (complaint !== undefined) return readComplaint(complaint);
  const returned = part('message/rfc822') ?? '';
  if (isHotmailComplaint(parsed, returned)) return 'spam';
  const words = parsed.text?.trim() ? parsed.text : (parsed.html ?? '').replaceAll(/<[^<>]*>/g, ' ');
  const status = part('message/delivery-status') ?? part('message/global-delivery-status');
  if (status !== undefined) return readStatus(status, words);
  if (!isFromMailServer(parsed)) return null;
  if (/^final-recipient:/im.test(words)) return readStatus(words, words);
  // A program that looks for viruses may pass a report on as an attachment.
  const isReport = /^content-type:\s*multipart\/report\b/im.test(headOf(returned));
  return isReport && !isWrapped ? readTrouble(Buffer.from(returned), true) : readWords(words, parsed.subject);
}

function textOf(content: ArrayBuffer | Uint8Array | string): string {
  if (typeof content === 'string') return content;
  return Buffer.from(content instanceof Uint8Array ? content : new Uint8Array(content)).toString();
}

function headOf(email: string): string {
  return email.split(/\r?\n\r?\n/, 1)[0] ?? '';
}

/** A field, with the lines that it is folded into. */
function fieldOf(text: string, name: string): string | undefined {
  const value = new RegExp(`^${name}:(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(text)?.[1];
  return value
    ?.split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim();
}

/** What readers report: only that they do not want it, not what their program thinks of it. */
function readComplaint(text: string): MailTrouble | null {
  const type = fieldOf(text, 'feedback-type')?.toLowerCase();
  return ['abuse', 'fraud', 'opt-out', 'complaint'].includes(type ?? '') ? 'spam' : null;
}

/** Hotmail and Outlook pass on what their readers mark as junk, without a part for machines. */
function isHotmailComplaint({ from, attachments }: Parsed, returned: string): boolean {
  const isFromStaff = from?.address?.toLowerCase() === 'staff@hotmail.com' && attachments.length > 0;
  return isFromStaff || /^x-hmxmroriginalrecipient:/im.test(headOf(returned));
}

/** Codes that say no more than that something failed. */
const genericStatus = /^(?:|5\.[035]\.0)$/;

function readStatus(text: string, words: string): MailTrouble | null {
  // The fields of each receiver are a paragraph. A comment may follow the action.
  const failed = text.split(/\n\s*\n/).find((fields) => /^fail/i.test(fieldOf(fields, 'action') ?? ''));
  if (failed === undefined) return null;
  const told = readReply(fieldOf(failed, 'status') ?? '');
  // The server of the address says more than the one that gave up.
  const said = fieldOf(failed, 'diagnostic-code');
  if (said === undefined && genericStatus.test(told.status)) return readWords(words) ?? meaningOf(told);
  const reply = said === undefined ? told : readReply(said);
  return meaningOf({ ...reply, status: reply.status || told.status });
}

/** Programs of people answer to the same address: what they write is no report. */
function isFromMailServer({ from, headers, subject = '' }: Parsed): boolean {
  const sender = from?.address?.split('@')[0]?.toLowerCase() ?? '';
  const header = (name: string): string | undefined => headers.find(({ key }) => key === name)?.value;
  if (header('x-failed-recipients') !== undefined) return true;
  // Mail servers answer so only with a report.
  const isAnswer = /^auto-replied/i.test(header('auto-submitted') ?? '');
  if (isAnswer && !/multipart\/report/i.test(header('content-type') ?? '')) return false;
  return (
    /^(?:mail(?:er)?[-_.]?daemon|post[-_.]?master)$/.test(sender) ||
    /^(?:undeliver|delivery (?:status|failure)|mail delivery failed|failure notice|returned mail)/i.test(subject)
  );
}

/** Below such a line a report without parts quotes our email. */
const isQuoteBelow = (line: string): boolean =>
  /^(?:return-path|received):/i.test(line) ||
  (line.startsWith('--') &&
    /\b(?:copy of|original message|below this line|headers?|message follows|unsent message)\b/i.test(line));

const goesOn =
  /\b(?:delayed|warning only|still (?:being )?(?:retried|trying)|will (?:be retried|retry|try again|keep trying|continue)|not yet been delivered|has not been delivered yet)\b/i;

function readWords(text: string, subject = ''): MailTrouble | null {
  const lines = text.split('\n').map((line) => line.trim());
  const quoted = lines.findIndex(isQuoteBelow);
  // A sentence may go on in the next line, but not in the next paragraph.
  const said = lines
    .slice(0, quoted < 0 ? undefined : quoted)
    .map((line) => line || '\n')
    .join(' ');
  if (goesOn.test(said) || /^(?:delayed|warning)/i.test(subject)) return null;
  const reply = readReply(said);
  const meaning = meaningOf(reply);
  const isTold = meaning !== 'soft' || reply.code !== '' || reply.status !== '' || passes(said);
  return isTold || notDelivered.test(said) ? meaning : null;
}

const notDelivered =
  /\b(?:not (?:be )?(?:delivered|accepted)|(?:was|could|be)n['’]t (?:be )?delivered|undeliverable|unable to deliver|blocked|rejected|refused|disabled)\b/i;
