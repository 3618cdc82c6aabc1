import type { ReplyMeaning } from './reply.data.ts';
import type { Outbox, OutboxEntry } from '../platform/outbox.ts';

export interface Mail {
  to: string;
  fromName: string;
  subject: string;
  text: string;
  html: string;
  /** Local part of the Message-ID. The same when an interrupted job sends its mail again. */
  messageId?: string;
  attachments?: readonly Attachment[];
  /** Unsubscribes from this kind of mail in one click, without a login (RFC 8058). */
  unsubscribe?: string;
  /** Identifies the mail in the reports of mail servers, which are useless without it. */
  reportToken?: string;
  /** The recipient's account; never leaves the server. */
  about?: MemberId | null;
}

export interface Attachment {
  filename: string;
  /** A media type, such as application/pdf. */
  type: string;
  content: Uint8Array;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Lists mails that were not delivered, newest first; missing if mail is delivered. */
  outbox?(): Promise<OutboxEntry[]>;
}

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

/** Returns the headers by which mail programs unsubscribe from this kind of mail. */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * - `refused`: the address does not get it, now or later; `status` says why (RFC 3463), such as 5.1.1.
 * - `deferred`: a retry may succeed.
 * - `unavailable`: the mail server cannot be used, which says nothing about this mail.
 */
export type MailFailure = 'refused' | 'deferred' | 'unavailable';

/** The failure of a mail, in codes only, because mail servers quote the address in their refusals. */
export class MailError extends Error {
  readonly failure: MailFailure;
  readonly status: string;
  /** The server's words are not kept. */
  readonly meaning: ReplyMeaning;

  constructor(failure: MailFailure, status: string, codes: string, meaning: ReplyMeaning = 'soft') {
    super(`the mail server ${verbs[failure]} the email: ${codes}`.trim());
    this.failure = failure;
    this.status = status;
    this.meaning = meaning;
  }
}

const verbs = { refused: 'refused', deferred: 'did not take', unavailable: 'cannot be used for' };
