import type { ReplyMeaning } from './mail-reply.data.ts';
import type { Outbox, OutboxEntry } from './outbox.ts';

export interface Email {
  to: string;
  fromName: string;
  subject: string;
  text: string;
  html: string;
  /** Local part of the Message-ID. The same when an interrupted job sends its email again. */
  messageId?: string;
  attachments?: readonly Attachment[];
  /** The URL that unsubscribes from this kind of email in one click, without a login (RFC 8058). */
  unsubscribe?: string;
  /** The token that identifies the email in mail servers' reports; without one, reports about it are of no use. */
  reportToken?: string;
  /** The id of the recipient's account; null without one. Never leaves the server. */
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
  /** Stored emails, newest first; missing if emails are delivered. */
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

/** Headers by which the reader's mail program unsubscribes from this kind of email. */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * Why an email was not accepted:
 * - `refused`: the address does not get it, now or later; `status` says why (RFC 3463), such as 5.1.1 for an address
 *   that does not exist.
 * - `deferred`: a retry may succeed.
 * - `unavailable`: the mail server cannot be used, which says nothing about this email.
 */
export type MailFailure = 'refused' | 'deferred' | 'unavailable';

/** Contains only codes, because mail servers quote the address in their refusals. */
export class MailError extends Error {
  readonly failure: MailFailure;
  readonly status: string;
  /** The meaning of the server's reply, whose words are not kept. */
  readonly meaning: ReplyMeaning;

  constructor(failure: MailFailure, status: string, codes: string, meaning: ReplyMeaning = 'soft') {
    super(`the mail server ${verbs[failure]} the email: ${codes}`.trim());
    this.failure = failure;
    this.status = status;
    this.meaning = meaning;
  }
}

const verbs = { refused: 'refused', deferred: 'did not take', unavailable: 'cannot be used for' };
