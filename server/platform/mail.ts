import type { ReplyMeaning } from './mail-reply.data.ts';
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
  /** The token that names the email in what mail servers report about it; without one, nothing is learned from reports. */
  reportToken?: string;
  /** The id of the member whom it is for; null if it is for nobody with an account. Never leaves the server. */
  about?: string | null;
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
}

/** Stores emails in the outbox. */
export function createOutboxMailer(outbox: Outbox): Mailer & { outbox(): Promise<OutboxEntry[]> } {
  return {
    send: ({ to, subject, text, html, messageId, attachments, unsubscribe, about = null }) =>
      outbox.add({
        channel: 'mail',
        to,
        subject,
        text,
        html,
        about,
        ...(messageId !== undefined && { id: messageId }),
        ...(unsubscribe !== undefined && { headers: unsubscribeHeaders(unsubscribe) }),
        ...(attachments && {
          attachments: attachments.map(({ filename, type, content }) => {
            return { filename, type, content: Buffer.from(content).toString('base64') };
          }),
        }),
      }),
    outbox: () => outbox.list(),
  };
}

/** Those with which the reader's program ends emails of a kind. */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * Why an email was not taken:
 * - `refused`: the address does not get it, now or later; `status` says why (RFC 3463), such as 5.1.1 for an address that
 *   does not exist.
 * - `deferred`: it may work later.
 * - `unavailable`: the mail server cannot be used, which says nothing about this email.
 */
export type MailFailure = 'refused' | 'deferred' | 'unavailable';

/** Has codes alone, because mail servers quote the address in their refusals. */
export class MailError extends Error {
  readonly failure: MailFailure;
  readonly status: string;
  /** What the words of the server say, which nobody else gets to read. */
  readonly meaning: ReplyMeaning;

  constructor(failure: MailFailure, status: string, codes: string, meaning: ReplyMeaning = 'soft') {
    super(`the mail server ${verbs[failure]} the email: ${codes}`.trim());
    this.failure = failure;
    this.status = status;
    this.meaning = meaning;
  }
}

const verbs = { refused: 'refused', deferred: 'did not take', unavailable: 'cannot be used for' };
