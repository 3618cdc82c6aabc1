import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A text message that the gateway has accepted. */
export interface AcceptedMessage {
  to: string;
  from: string;
  text: string;
  id: string;
}

/** How the gateway answers a call: with a status, or `drop` accepts the message and cuts the connection. */
export type Answer = number | 'drop';

/**
 * An SMS gateway for tests, which sends nothing: `POST {to, from, text, id}` with a bearer token and an idempotency key.
 * A message with a key that it knows is not accepted twice. `answers` are used up first; then it answers 202.
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
