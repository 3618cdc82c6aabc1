import PostalMime from 'postal-mime';

import { classifyReply, passes, readReply } from '../reply.ts';
import type { MailTrouble } from './failures.ts';
import { type MailedTo, readReportToken } from './report-token.ts';

export interface MailReport {
  mailed: MailedTo;
  trouble: MailTrouble;
}

type Parsed = Awaited<ReturnType<typeof PostalMime.parse>>;

/** The reason for a bounce comes first; the returned mail, which may be large, comes last. */
export const reportMaxBytes = 128 * 1024;
/** Reports have three parts. The parser's time per boundary and per text line grows with their number. */
const [boundariesMax, linesMax] = [50, 5_000];
/** 128 KB of addresses in one header keep the parser busy for 0.2 s. */
const headMaxLength = 32 * 1024;

/**
 * Reads a report about one of our mails, which the token in our return address identifies. Fields (RFC 3464, RFC 5965)
 * tell what happened; for the many reports without them, the usual phrases do. Null for everything else. Anybody can
 * mail a report, so it is parsed only if it has a token and few parts and lines.
 */
export async function readReport(whole: Buffer, bounces: string): Promise<MailReport | null> {
  const raw = whole.subarray(0, reportMaxBytes);
  const text = raw.toString('latin1');
  const mailed = findToken(text, bounces) ?? findToken(decodeLines(text), bounces);
  if (!mailed) return null;
  const trouble = await readTrouble(raw);
  return trouble && { mailed, trouble };
}

/** Finds our token in a report. An encoded line may break within it. */
function findToken(text: string, bounces: string): MailedTo | null {
  const [local = '', domain = ''] = bounces.split('@');
  const quote = (part: string): string => part.replaceAll(/[.-]/g, '\\$&');
  const address = new RegExp(`${quote(local)}\\+([0-9a-z]{48})@${quote(domain)}`, 'i');
  const token = address.exec(text.replaceAll(/=\r?\n/g, ''))?.[1];
  return token === undefined ? null : readReportToken(token.toLowerCase());
}

/** Decodes the lines of a report that are in base64, as the returned mail may be; empty if none are. */
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
  // A report within a mail is parsed separately, so it is also measured separately.
  if (!isEasilyParsed(raw) || getHead(raw.toString('latin1')).length > headMaxLength) return null;
  // The parser refuses deeply nested or malformed mails.
  const parsed = await PostalMime.parse(raw, { forceRfc822Attachments: true }).catch(() => null);
  if (!parsed) return null;
  const part = (type: string): string | undefined => {
    const found = parsed.attachments.find(({ mimeType }) => mimeType === type);
    return found && decodeText(found.content);
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
  // A virus scanner may forward a report as an attachment.
  const isReport = /^content-type:\s*multipart\/report\b/im.test(getHead(returned));
  return isReport && !isWrapped ? readTrouble(Buffer.from(returned), true) : readWords(words, parsed.subject);
}

function decodeText(content: ArrayBuffer | Uint8Array | string): string {
  if (typeof content === 'string') return content;
  return Buffer.from(content instanceof Uint8Array ? content : new Uint8Array(content)).toString();
}

function getHead(email: string): string {
  return email.split(/\r?\n\r?\n/, 1)[0] ?? '';
}

function findField(text: string, name: string): string | undefined {
  const value = new RegExp(`^${name}:(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(text)?.[1];
  return value
    ?.split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim();
}

/** Returns `spam` if a reader complained: verdicts of mail programs do not count. */
function readComplaint(text: string): MailTrouble | null {
  const type = findField(text, 'feedback-type')?.toLowerCase();
  return ['abuse', 'fraud', 'opt-out', 'complaint'].includes(type ?? '') ? 'spam' : null;
}

/** True for a mail marked as junk that Hotmail or Outlook forward without a machine-readable part. */
function isHotmailComplaint({ from, attachments }: Parsed, returned: string): boolean {
  const isFromStaff = from?.address?.toLowerCase() === 'staff@hotmail.com' && attachments.length > 0;
  return isFromStaff || /^x-hmxmroriginalrecipient:/im.test(getHead(returned));
}

/** Codes that only say that something failed. */
const genericStatus = /^(?:|5\.[035]\.0)$/;

function readStatus(text: string, words: string): MailTrouble | null {
  // The fields of each recipient form a paragraph. A comment may follow the action.
  const failed = text.split(/\n\s*\n/).find((fields) => /^fail/i.test(findField(fields, 'action') ?? ''));
  if (failed === undefined) return null;
  const told = readReply(findField(failed, 'status') ?? '');
  // The recipient's server says more than the server that gave up.
  const said = findField(failed, 'diagnostic-code');
  if (said === undefined && genericStatus.test(told.status)) return readWords(words) ?? classifyReply(told);
  const reply = said === undefined ? told : readReply(said);
  return classifyReply({ ...reply, status: reply.status || told.status });
}

/** True for reports of mail servers: vacation replies arrive at the same address. */
function isFromMailServer({ from, headers, subject = '' }: Parsed): boolean {
  const sender = from?.address?.split('@')[0]?.toLowerCase() ?? '';
  const header = (name: string): string | undefined => headers.find(({ key }) => key === name)?.value;
  if (header('x-failed-recipients') !== undefined) return true;
  // Mail servers send automatic replies only as multipart reports.
  const isAnswer = /^auto-replied/i.test(header('auto-submitted') ?? '');
  if (isAnswer && !/multipart\/report/i.test(header('content-type') ?? '')) return false;
  return (
    /^(?:mail(?:er)?[-_.]?daemon|post[-_.]?master)$/.test(sender) ||
    /^(?:undeliver|delivery (?:status|failure)|mail delivery failed|failure notice|returned mail)/i.test(subject)
  );
}

/** True for a line below which a report without parts quotes our mail. */
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
  const meaning = classifyReply(reply);
  const isTold = meaning !== 'soft' || reply.code !== '' || reply.status !== '' || passes(said);
  return isTold || notDelivered.test(said) ? meaning : null;
}

const notDelivered =
  /\b(?:not (?:be )?(?:delivered|accepted)|(?:was|could|be)n['’]t (?:be )?delivered|undeliverable|unable to deliver|blocked|rejected|refused|disabled)\b/i;
