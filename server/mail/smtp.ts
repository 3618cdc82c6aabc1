import type { Transporter } from 'nodemailer';

import { isOnThisMachine } from '../platform/limits/addresses.ts';
import { type Mailer, type MailFailure, MailError, unsubscribeHeaders } from './mailer.ts';
import { classifyReply, readReply } from './reply.ts';

export interface SmtpSettings {
  url: string;
  from: string;
  /** The local part gets a plus sign and the mail's token (VERP). */
  bounces: string;
  dkim: { domain: string; selector: string; key: string } | null;
  requireTls: boolean;
  pauseMs?: number;
}

/** A mail program that follows RFC 8058 offers its unsubscribe button only if both list headers are signed. */
const signedHeaders =
  'From:Reply-To:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post:CFBL-Address';

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 60_000 };
const askTimeoutMs = 10_000;

/** Creates a mailer that sends by SMTP. Its `send` throws `MailError`. */
export function createSmtpMailer(settings: SmtpSettings): Mailer {
  const { from, bounces, pauseMs = 15_000 } = settings;
  // Loaded with the first mail: most installations start without a mail server.
  let transports: { sending: Transporter; asking: Transporter } | undefined;
  let isDown = false;
  let pausedUntil = 0;
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    send: async ({ to, fromName, subject, text, html, messageId, unsubscribe, reportToken, attachments = [] }) => {
      // Waiting for a server that is down would hold the worker's other jobs.
      if (performance.now() < pausedUntil) throw new MailError('unavailable', '', 'PAUSED');
      // One mail finds out whether the server is back; the others do not wait with it.
      if (isDown) pausedUntil = Infinity;
      const sender = reportToken === undefined ? bounces : bounces.replace('@', `+${reportToken}@`);
      let failure: MailError | undefined;
      try {
        transports ??= await createTransports(settings);
        await transports.sending.sendMail({
          envelope: { from: sender, to },
          from: { name: fromName, address: from },
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(messageId !== undefined && { messageId: `<${messageId}@${domain}>` }),
          headers: {
            // Auto-responders do not reply to automatic mail (RFC 3834).
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe !== undefined && unsubscribeHeaders(unsubscribe)),
            // The address for readers' complaints (RFC 9477).
            ...(reportToken !== undefined && { 'CFBL-Address': `${sender}; report=arf` }),
          },
          attachments: attachments.map(({ filename, type, content }) => {
            return { filename, contentType: type, content: Buffer.from(content) };
          }),
        });
      } catch (error) {
        failure = await createMailError(error as SmtpError, transports?.asking);
        throw failure;
      } finally {
        isDown = failure?.failure === 'unavailable';
        pausedUntil = isDown ? performance.now() + pauseMs : 0;
      }
    },
  };
}

/** Connects and logs in as for a mail, and sends none. Throws the library's error, which quotes the server. */
export async function checkSmtpLogin(settings: SmtpSettings): Promise<void> {
  const { sending, asking } = await createTransports(settings);
  try {
    await asking.verify();
  } finally {
    asking.close();
    sending.close();
  }
}

async function createTransports({
  url,
  dkim,
  requireTls,
}: SmtpSettings): Promise<{ sending: Transporter; asking: Transporter }> {
  const { createTransport } = await import('nodemailer');
  return {
    sending: createTransport({ ...withOptions(url, dkim), requireTLS: requireTls }),
    asking: createTransport({ ...withOptions(url, null), requireTLS: requireTls, socketTimeout: askTimeoutMs }),
  };
}

function withOptions(url: string, dkim: SmtpSettings['dkim']): { url: string } & Record<string, unknown> {
  // Debian's Postfix offers STARTTLS with a certificate that nobody signed.
  const options = { url, ...timeouts, ...(isOnThisMachine(url) && { tls: { rejectUnauthorized: false } }) };
  if (!dkim) return options;
  const { domain: domainName, selector: keySelector, key: privateKey } = dkim;
  return { ...options, dkim: { domainName, keySelector, privateKey, headerFieldNames: signedHeaders } };
}

interface SmtpError {
  code?: string;
  message?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  syscall?: string;
  timeoutType?: string;
}

async function createMailError(error: SmtpError, asking: Transporter | undefined): Promise<MailError> {
  const { code = '', response = '', responseCode } = error;
  const isTooBig = responseCode === 552 && error.command === 'MAIL FROM';
  const reply = readReply(response);
  const status = reply.status || (isTooBig ? '5.3.4' : '');
  const failure = deriveFailure(error, status) ?? ((await answers(asking)) ? 'deferred' : 'unavailable');
  const codes = [code, formatCause(error), responseCode, status].filter(Boolean).join(' ');
  return new MailError(failure, status, codes, classifyReply({ ...reply, status }));
}

/** True for a mail's size, for example (RFC 3463); false if the address is at fault. */
function isAboutContent(status: string): boolean {
  return /^[45]\.(?:2\.3|3\.4|6\.\d+)$/.test(status);
}

/** Returns the cause of an error. Its message may quote an address, so only known words are taken from it. */
function formatCause({ code, message = '' }: SmtpError): string {
  if (code === 'ETLS') return 'no STARTTLS';
  if (/certificate/i.test(message)) return 'untrusted certificate';
  return /\b(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)\b/.exec(message)?.[0] ?? '';
}

/** The mail server accepts no mail at the moment. */
const serverStatus = '4.3.2';

/**
 * Derives why a mail failed; null if a session was cut off: by the mail, which must not be retried forever, or by a
 * server that is down.
 */
function deriveFailure(
  { code, command, responseCode, syscall, timeoutType }: SmtpError,
  status: string,
): MailFailure | null {
  if (status === serverStatus) return 'unavailable';
  if (timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT') return 'unavailable';
  const isLost = code === 'ECONNECTION' || code === 'ESOCKET' || code === 'ETIMEDOUT';
  if (responseCode === 421 || (isLost && responseCode === undefined && syscall !== 'connect')) return null;
  // A refusal of the sender applies to all our mail, unless this mail is too big.
  const isAboutEmail =
    command === 'RCPT TO' || command === 'DATA' || (command === 'MAIL FROM' && isAboutContent(status));
  if (!isAboutEmail || responseCode === undefined) return 'unavailable';
  return responseCode >= 500 ? 'refused' : 'deferred';
}

async function answers(asking: Transporter | undefined): Promise<boolean> {
  try {
    return (await asking?.verify()) === true;
  } catch {
    return false;
  }
}
