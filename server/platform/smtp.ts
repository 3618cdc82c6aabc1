import type { Transporter } from 'nodemailer';

import { type Mailer, type MailFailure, MailError, unsubscribeHeaders } from './mail.ts';

export interface SmtpSettings {
  url: string;
  from: string;
  /** Where mail servers report what became of an email: the local part gets a plus sign and the email's token (VERP). */
  bounces: string;
  /** Signs emails; null: the mail server does. */
  dkim: { domain: string; selector: string; key: string } | null;
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

/** Delivers emails by SMTP. Throws `MailError`. */
export function createSmtpMailer({ url, from, bounces, dkim, pauseMs = 15_000 }: SmtpSettings): Mailer {
  // Loaded with the first email: most installations start without a mail server.
  let transport: Transporter | undefined;
  let pausedUntil = 0;
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    send: async ({ to, fromName, subject, text, html, messageId, unsubscribe, reportToken, attachments = [] }) => {
      // Waiting for a server that is down would hold the worker's other jobs.
      if (performance.now() < pausedUntil) throw new MailError('unavailable', '', 'PAUSED');
      transport ??= (await import('nodemailer')).createTransport(withOptions(url, dkim));
      const sender = reportToken === undefined ? bounces : bounces.replace('@', `+${reportToken}@`);
      await transport
        .sendMail({
          envelope: { from: sender, to },
          from: { name: fromName, address: from },
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(messageId !== undefined && { messageId: `<${messageId}@${domain}>` }),
          headers: {
            ...(unsubscribe !== undefined && unsubscribeHeaders(unsubscribe)),
            // Where complaints of readers go (RFC 9477).
            ...(reportToken !== undefined && { 'CFBL-Address': `${sender}; report=arf` }),
          },
          attachments: attachments.map(({ filename, type, content }) => {
            return { filename, contentType: type, content: Buffer.from(content) };
          }),
        })
        .catch((error: unknown) => {
          const failure = mailErrorOf(error as SmtpError);
          if (failure.failure === 'unavailable') pausedUntil = performance.now() + pauseMs;
          throw failure;
        });
    },
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
  command?: string;
  response?: string;
  responseCode?: number;
  syscall?: string;
}

function mailErrorOf({ code = '', command = '', response = '', responseCode, syscall }: SmtpError): MailError {
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0] ?? '';
  return new MailError(failureOf(), status, [code, responseCode, status].filter(Boolean).join(' '));

  function failureOf(): MailFailure {
    const isAboutEmail = command === 'RCPT TO' || command === 'DATA';
    if (isAboutEmail && responseCode !== undefined) return responseCode >= 500 ? 'refused' : 'deferred';
    // A connection that ends within the session may be due to the email itself: it is not tried for ever.
    const isCut = (code === 'ECONNECTION' || code === 'ESOCKET' || code === 'ETIMEDOUT') && syscall !== 'connect';
    return isCut && responseCode === undefined ? 'deferred' : 'unavailable';
  }
}
