import { createServer } from 'node:http';

import { listenLocally, readBody } from '../shared/local-server.ts';

/** The gateway's response: a status. `drop` accepts the message and cuts the connection. */
export type Answer = number | 'drop';

/**
 * Starts a gateway for `POST {to, from, text, id}` with a bearer token; one message per key. It uses up `answers`, then
 * responds 202.
 */
export async function startSmsGateway({ token, answers = [] }: { token: string; answers?: Answer[] }) {
  const accepted: { to: string; from: string; text: string; id: string }[] = [];
  const keys = new Set<string>();
  let calls = 0;
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      calls += 1;
      const answer = answers.shift() ?? 202;
      const key = String(request.headers['idempotency-key'] ?? '');
      if (request.headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end();
      const isAccepted = answer === 'drop' || answer < 300;
      if (isAccepted && !keys.has(key)) {
        keys.add(key);
        accepted.push(JSON.parse(body.toString()) as (typeof accepted)[number]);
      }
      if (answer === 'drop') request.socket.destroy();
      else response.writeHead(answer, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const { port, close } = await listenLocally(server);
  return { url: `http://127.0.0.1:${port}/messages`, accepted, calls: () => calls, close };
}
