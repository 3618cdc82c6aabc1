import type { Transporter } from 'nodemailer';

import type { Outbox, OutboxEntry } from './outbox.ts';

export interface Email {
  to: string;
  fromName: string;
  subject: string;
  text: string;
  html: string;
  /**
   * Local part of the Message-ID. A job that sends its email twice, because it was cut off after the first time, gives
   * both the same, so that the repeat is recognised.
   */
  messageId?: string;
  attachments?: readonly Attachment[];
  /** Where one click without a login ends emails of its kind (RFC 8058). */
  unsubscribe?: string;
}

export interface Attachment {
  filename: string;
  /** Media type, such as application/pdf. */
  type: string;
  content: Uint8Array;
}

/** Sends email. The embedded default stores it in the outbox folder; SMTP delivers it. */
export interface Mailer {
  send(email: Email): Promise<void>;
  /** Stored emails, newest first; missing where emails are delivered. */
  outbox?(): Promise<OutboxEntry[]>;
  /** Removes the stored emails to an address; missing where emails are delivered. */
  forget?(to: string): Promise<void>;
}

/** Stores emails in the outbox. */
export function createOutboxMailer(outbox: Outbox): Mailer & { outbox(): Promise<OutboxEntry[]> } {
  return {
    send: ({ to, subject, text, html, messageId, attachments, unsubscribe }) =>
      outbox.add({
        channel: 'mail',
        to,
        subject,
        text,
        html,
        ...(messageId !== undefined && { id: messageId }),
        ...(unsubscribe !== undefined && { headers: unsubscribeHeaders(unsubscribe) }),
        ...(attachments && {
          attachments: attachments.map(({ filename, type, content }) => {
            return { filename, type, content: Buffer.from(content).toString('base64') };
          }),
        }),
      }),
    outbox: () => outbox.list(),
    forget: (to) => outbox.forget(to),
  };
}

export function createSmtpMailer(url: string, from: string): Mailer {
  // Loaded with the first email: most installations start without a mail server.
  let transport: Transporter | undefined;
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    send: async ({ to, fromName, subject, text, html, messageId, unsubscribe, attachments = [] }) => {
      transport ??= (await import('nodemailer')).createTransport(url);
      await transport
        .sendMail({
          from: { name: fromName, address: from },
          to,
          subject,
          text,
          html,
          ...(messageId !== undefined && { messageId: `<${messageId}@${domain}>` }),
          ...(unsubscribe !== undefined && { headers: unsubscribeHeaders(unsubscribe) }),
          attachments: attachments.map(({ filename, type, content }) => {
            return { filename, contentType: type, content: Buffer.from(content) };
          }),
        })
        .catch(withoutAddress);
    },
  };
}

function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

// Mail servers quote the address in their refusals; the job and the log store the codes alone.
function withoutAddress(error: { code?: unknown; responseCode?: unknown }): never {
  throw new Error(
    `the mail server refused the email: ${String(error.code)} ${String(error.responseCode ?? '')}`.trim(),
  );
}
