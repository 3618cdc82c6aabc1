import type { Transporter } from 'nodemailer';

import { type Mailer, type MailFailure, MailError, unsubscribeHeaders } from './mail.ts';
import { meaningOf, readReply } from './mail-reply.ts';

export interface SmtpSettings {
  url: string;
  from: string;
  /** Where mail servers report what became of an email: the local part gets a plus sign and the email's token (VERP). */
  bounces: string;
  /** Signs emails; null: the mail server does. */
  dkim: { domain: string; selector: string; key: string } | null;
  /** Whether a server that offers no encryption is refused. */
  requireTls: boolean;
  /** For so long nothing is tried after the server could not be used. */
  pauseMs?: number;
}

/**
 * What a signature covers. A program for email that follows RFC 8058 offers its button only if both headers of the list
 * are signed; those that an email lacks are left out.
 */
const signedHeaders =
  'From:Reply-To:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post:CFBL-Address';

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 60_000 };
const askTimeoutMs = 10_000;

/** Delivers emails by SMTP. Throws `MailError`. */
export function createSmtpMailer(settings: SmtpSettings): Mailer {
  const { from, bounces, pauseMs = 15_000 } = settings;
  // Loaded with the first email: most installations start without a mail server.
  let transports: { sending: Transporter; asking: Transporter } | undefined;
  let isDown = false;
  let pausedUntil = 0;
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    send: async ({ to, fromName, subject, text, html, messageId, unsubscribe, reportToken, attachments = [] }) => {
      // Waiting for a server that is down would hold the worker's other jobs.
      if (performance.now() < pausedUntil) throw new MailError('unavailable', '', 'PAUSED');
      // One email finds out whether it is back; the others do not wait with it.
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
            // Programs that answer for people on holiday answer no program (RFC 3834).
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe !== undefined && unsubscribeHeaders(unsubscribe)),
            // Where complaints of readers go (RFC 9477).
            ...(reportToken !== undefined && { 'CFBL-Address': `${sender}; report=arf` }),
          },
          attachments: attachments.map(({ filename, type, content }) => {
            return { filename, contentType: type, content: Buffer.from(content) };
          }),
        });
      } catch (error) {
        failure = await mailErrorOf(error as SmtpError, transports?.asking);
        throw failure;
      } finally {
        isDown = failure?.failure === 'unavailable';
        pausedUntil = isDown ? performance.now() + pauseMs : 0;
      }
    },
  };
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
  if (!dkim) return { url, ...timeouts };
  const { domain: domainName, selector: keySelector, key: privateKey } = dkim;
  return {
    url,
    ...timeouts,
    dkim: { domainName, keySelector, privateKey, headerFieldNames: signedHeaders },
  };
}

interface SmtpError {
  code?: string;
  message?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  syscall?: string;
  /** Which timeout it was. */
  timeoutType?: string;
}

async function mailErrorOf(error: SmtpError, asking: Transporter | undefined): Promise<MailError> {
  const { code = '', response = '', responseCode } = error;
  const isTooBig = responseCode === 552 && error.command === 'MAIL FROM';
  const reply = readReply(response);
  const status = reply.status || (isTooBig ? '5.3.4' : '');
  const failure = failureOf(error, status) ?? ((await answers(asking)) ? 'deferred' : 'unavailable');
  const codes = [code, causeOf(error), responseCode, status].filter(Boolean).join(' ');
  return new MailError(failure, status, codes, meaningOf({ ...reply, status }));
}

/** Whether a status (RFC 3463) is about the email itself, such as its size, and not about its address. */
function isAboutContent(status: string): boolean {
  return /^[45]\.(?:2\.3|3\.4|6\.\d+)$/.test(status);
}

/** What is behind a socket that failed. Messages may quote an address, so only what is known is taken from one. */
function causeOf({ code, message = '' }: SmtpError): string {
  if (code === 'ETLS') return 'no STARTTLS';
  if (/certificate/i.test(message)) return 'untrusted certificate';
  return /\b(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)\b/.exec(message)?.[0] ?? '';
}

/** The mail server takes nothing at the moment, whatever the email. */
const serverStatus = '4.3.2';

/** Null where a session was cut off: it may be due to the email, which is not tried for ever, or to the server. */
function failureOf(
  { code, command, responseCode, syscall, timeoutType }: SmtpError,
  status: string,
): MailFailure | null {
  if (status === serverStatus) return 'unavailable';
  if (timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT') return 'unavailable';
  const isLost = code === 'ECONNECTION' || code === 'ESOCKET' || code === 'ETIMEDOUT';
  if (responseCode === 421 || (isLost && responseCode === undefined && syscall !== 'connect')) return null;
  // What is said of the sender is said of all that we send, except where the email itself is too much.
  const isAboutEmail =
    command === 'RCPT TO' || command === 'DATA' || (command === 'MAIL FROM' && isAboutContent(status));
  if (!isAboutEmail || responseCode === undefined) return 'unavailable';
  return responseCode >= 500 ? 'refused' : 'deferred';
}

/** Whether the mail server greets us and takes our login. */
async function answers(asking: Transporter | undefined): Promise<boolean> {
  try {
    return (await asking?.verify()) === true;
  } catch {
    // Then it is down.
    return false;
  }
}
