import { createServer } from 'node:http';

import { listenLocally } from '../shared/local-server.ts';

/** `drop` counts the call and cuts the connection; `hang` never responds; `redirect` points to another path. */
export type Answer = number | 'drop' | 'hang' | 'redirect';

/** Starts a partner network for tests. `calls` are the requested URLs. `answers` are used up first, then 200. */
export async function startNetwork(answers: Answer[] = []) {
  const calls: URL[] = [];
  const server = createServer((request, response) => {
    calls.push(new URL(request.url ?? '/', origin));
    const answer = answers.shift() ?? 200;
    if (answer === 'drop') request.socket.destroy();
    else if (answer === 'redirect') response.writeHead(302, { location: `${origin}/elsewhere` }).end();
    else if (answer !== 'hang') response.writeHead(answer).end('ok');
  });
  const { port, close } = await listenLocally(server);
  const origin = `http://127.0.0.1:${port}`;
  return { origin, calls, answers, close };
}
