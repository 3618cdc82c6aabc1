import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AcceptedMessage {
  to: string;
  from: string;
  text: string;
  id: string;
}

/** The gateway's response: a status. `drop` accepts the message and cuts the connection. */
export type Answer = number | 'drop';

/**
 * Starts an SMS gateway for tests that sends nothing: `POST {to, from, text, id}` with a bearer token and an
 * idempotency key. It accepts only one message per key. It uses up `answers` first, then responds 202.
 */
export async function startSmsGateway({ token, answers = [] }: { token: string; answers?: Answer[] }) {
  const accepted: AcceptedMessage[] = [];
  const keys = new Set<string>();
  let calls = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      calls += 1;
      const answer = answers.shift() ?? 202;
      const key = String(request.headers['idempotency-key'] ?? '');
      if (request.headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end();
      const isAccepted = answer === 'drop' || answer < 300;
      if (isAccepted && !keys.has(key)) {
        keys.add(key);
        accepted.push(JSON.parse(body) as AcceptedMessage);
      }
      if (answer === 'drop') request.socket.destroy();
      else response.writeHead(answer, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`,
    accepted,
    calls: () => calls,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
