import { spawn } from 'node:child_process';
import { request } from 'node:http';

import { readPort, stopProcess } from './app.ts';
import type { AnyServer } from './load-page.ts';

const source = `
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  const { headers, body } = JSON.parse(text);
  const bytes = Buffer.from(body, 'base64');
  const server = (await import('node:http')).createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => console.log('listening at :' + server.address().port));
`;

/** Serves a copy of another server's answer with Node alone, in a separate process: the limit for any server. */
export async function serveCopy(original: {
  port: number;
  path: string;
  encoding: string;
}): Promise<AnyServer & { stop(): Promise<void> }> {
  const answer = await ask(original);
  const server = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  server.stdin.end(JSON.stringify(answer));
  const port = await readPort(server, /listening at :(\d+)/);
  return { pid: server.pid ?? 0, port, stop: () => stopProcess(server) };
}

/** An answer's bytes and original headers, without date and connection, which Node adds itself. */
async function ask({ port, path, encoding }: { port: number; path: string; encoding: string }): Promise<{
  headers: string[];
  body: string;
}> {
  const headers = { host: `localhost:${port}`, accept: 'text/html', 'accept-encoding': encoding };
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const pairs = Array.from({ length: answer.rawHeaders.length / 2 }, (_, place) =>
          answer.rawHeaders.slice(2 * place, 2 * place + 2),
        );
        const own = pairs.filter(([name = '']) => !/^(?:date|connection|keep-alive)$/i.test(name));
        resolve({ headers: own.flat(), body: Buffer.concat(chunks).toString('base64') });
      });
    })
      .on('error', reject)
      .end();
  });
}
