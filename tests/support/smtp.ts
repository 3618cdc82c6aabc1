import type { AddressInfo, Socket } from 'node:net';

import { SMTPServer } from 'smtp-server';

import type { Mailer } from '../../server/mail/mailer.ts';
import { type SmtpSettings, createSmtpMailer } from '../../server/mail/smtp.ts';

/** A received mail: the envelope's addresses, and the mail as it came. */
export interface Received {
  from: string;
  to: string;
  raw: string;
}

/**
 * The steps at which the server may refuse: on the connection, at the sender, at the recipient, when the text begins,
 * before it confirms the mail, and after it has accepted it.
 */
export type MailStep = 'connect' | 'sender' | 'rcpt' | 'data' | 'end' | 'answered';

/**
 * An answer such as `550 5.1.1 no such user`; `cut` to end the connection; `mute` to say nothing more, on the
 * connection or before it confirms the mail; undefined to accept.
 */
export type MailAnswer = string | undefined;

export interface MailServer {
  url: string;
  port: number;
  received: Received[];
  connections: number;
  /** The recipients that clients tried, whatever the answer. */
  tried: string[];
  decide: (step: MailStep, to: string) => MailAnswer;
  close(): Promise<void>;
}

/** Starts a mail server on a free port or a given one, if asked with STARTTLS and a certificate that nobody signed. */
export async function startMailServer(options: { port?: number; startTls?: boolean } = {}): Promise<MailServer> {
  const sockets = new Map<string, Socket>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: options.startTls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    disableReverseLookup: true,
    logger: false,
    onConnect: (_session, callback) => {
      const answer = server.decide('connect', '');
      if (answer !== 'mute') callback(refusal(answer));
    },
    onMailFrom: (_address, { id }, callback) => callback(refusal(server.decide('sender', ''), id)),
    onRcptTo: ({ address }, { id }, callback) => {
      server.tried.push(address);
      callback(refusal(server.decide('rcpt', address), id));
    },
    onData: (stream, { id, envelope }, callback) => {
      const to = envelope.rcptTo[0]?.address ?? '';
      const cut = refusal(server.decide('data', to), id);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const answer = server.decide('end', to);
        if (answer === 'mute') return;
        const refused = cut ?? refusal(answer, id);
        if (refused) return callback(refused);
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        server.received.push({ from, to, raw: Buffer.concat(chunks).toString() });
        // The mail was received, but its sender does not learn it.
        return callback(refusal(server.decide('answered', to), id));
      });
    },
  });
  // Clients may have gone or been cut off.
  smtp.on('error', () => undefined);
  smtp.server.on('connection', (socket: Socket) => {
    server.connections += 1;
    sockets.set(`${socket.remotePort}`, socket);
  });
  const server: MailServer = {
    url: '',
    port: 0,
    received: [],
    connections: 0,
    tried: [],
    decide: () => undefined,
    close: () => new Promise((resolve) => void smtp.close(() => resolve())),
  };
  await new Promise<void>((resolve) => void smtp.listen(options.port ?? 0, '127.0.0.1', () => resolve()));
  server.port = (smtp.server.address() as AddressInfo).port;
  server.url = `smtp://127.0.0.1:${server.port}`;
  return server;

  function refusal(answer: MailAnswer, session = ''): Error | undefined {
    if (answer === undefined) return undefined;
    if (answer === 'cut') {
      for (const socket of sockets.values()) socket.destroy();
      return new Error(`cut ${session}`);
    }
    const [code = ''] = answer.split(' ');
    return Object.assign(new Error(answer.slice(code.length + 1)), { responseCode: Number(code) });
  }
}

/** Creates a mailer that delivers to a server, and retries at once after it was down. */
export function smtpMailer(server: Pick<MailServer, 'url'>, changes: Partial<SmtpSettings> = {}): Mailer {
  const settings = { url: server.url, from: 'hello@tealight.example', bounces: 'bounces@tealight.example' };
  return createSmtpMailer({ ...settings, dkim: null, requireTls: false, pauseMs: 0, ...changes });
}
