import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Transporter } from 'nodemailer';

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
}

export interface Attachment {
  filename: string;
  /** Media type, such as application/pdf. */
  type: string;
  content: Uint8Array;
}

/** One sent message, as the outbox shows it. */
export interface OutboxEntry {
  id: string;
  channel: 'mail' | 'sms';
  to: string;
  subject: string;
  text: string;
  html: string;
  at: string;
  /** Their content is base64; missing if there are none. */
  attachments?: { filename: string; type: string; content: string }[];
}

/** Sends email. The embedded default stores it in the outbox folder; SMTP delivers it. */
export interface Mailer {
  send(email: Email): Promise<void>;
  /** Stored emails, newest first; missing where emails are delivered. */
  outbox?(): Promise<OutboxEntry[]>;
}

const outboxMax = 500;

export function createOutboxMailer(folder: string, now: () => Date): Mailer & { outbox(): Promise<OutboxEntry[]> } {
  let last = 0;
  return {
    send: async (email) => {
      await mkdir(folder, { recursive: true });
      // File names sort by time: the millisecond, then a counter within it.
      last = Math.max(last + 1, now().getTime() * 1_000);
      const entry: OutboxEntry = {
        id: email.messageId ?? randomUUID(),
        channel: 'mail',
        to: email.to,
        subject: email.subject,
        text: email.text,
        html: email.html,
        at: now().toISOString(),
        ...(email.attachments && {
          attachments: email.attachments.map(({ filename, type, content }) => {
            return { filename, type, content: Buffer.from(content).toString('base64') };
          }),
        }),
      };
      const path = join(folder, `${last}-${entry.id}.json`);
      await writeFile(`${path}.part`, JSON.stringify(entry));
      await rename(`${path}.part`, path);
    },
    outbox: async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
      const newest = names.sort().reverse().slice(0, outboxMax);
      return Promise.all(
        newest.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as OutboxEntry),
      );
    },
  };
}

export function createSmtpMailer(url: string, from: string): Mailer {
  // Loaded with the first email: most installations start without a mail server.
  let transport: Transporter | undefined;
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    send: async ({ to, fromName, subject, text, html, messageId, attachments = [] }) => {
      transport ??= (await import('nodemailer')).createTransport(url);
      await transport
        .sendMail({
          from: { name: fromName, address: from },
          to,
          subject,
          text,
          html,
          ...(messageId !== undefined && { messageId: `<${messageId}@${domain}>` }),
          attachments: attachments.map(({ filename, type, content }) => {
            return { filename, contentType: type, content: Buffer.from(content) };
          }),
        })
        .catch(withoutAddress);
    },
  };
}

// Mail servers quote the address in their refusals; the job and the log store the codes alone.
function withoutAddress(error: { code?: unknown; responseCode?: unknown }): never {
  throw new Error(
    `the mail server refused the email: ${String(error.code)} ${String(error.responseCode ?? '')}`.trim(),
  );
}
