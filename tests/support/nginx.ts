import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { expect, vi } from 'vitest';

import { certificate } from '../../mocks/push/certificate.data.ts';
import { freePort } from './redis.ts';
import { makeOpenFolder } from './temporary-folder.ts';

/** An installed nginx; undefined if the tests with it are skipped. `npm run smoke` installs one if it may. */
export const nginxProgram = [process.env['NGINX'], 'nginx', '/usr/sbin/nginx'].find(
  (name) => name && spawnSync(name, ['-v'], { timeout: 10_000 }).status === 0,
);

if (!nginxProgram) process.stdout.write('! No nginx here: the tests of deploy/nginx.conf are left out (nginx).\n');

export interface Nginx {
  http: number;
  https: number;
  /** What nginx wrote about its configuration and its requests. */
  complaints(): string;
  stop(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
  body: string;
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
}

/** Sends a request to nginx over TLS, as a browser at https://localhost does. */
export async function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body = '' }: Asked = {},
): Promise<Answer> {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    ca: certificate,
    servername: 'localhost',
    agent: false,
  });
  for (const [name, value] of Object.entries({ host: 'localhost', ...headers })) sent.setHeader(name, value);
  if (body.length > 0) sent.setHeader('content-length', Buffer.byteLength(body));
  // The connection of an upload that is refused ends before it was read.
  sent.on('error', () => undefined);
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes, body: bytes.toString() };
}

/** Runs the configuration of these files on free ports, with a certificate of the test. */
export async function startNginx(
  files: { site: string; upstreams: string; bucket?: string },
  { certificate, key }: { certificate: string; key: string },
  adapt: (text: string) => string = (text) => text,
): Promise<Nginx> {
  const folder = makeOpenFolder();
  const [http, https] = [await freePort(), await freePort()];
  const bucket = files.bucket ? readFileSync(files.bucket, 'utf8') : '';
  const site = readFileSync(files.site, 'utf8')
    .replace('include /etc/nginx/tealight-bucket*.conf;', () => bucket)
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80 ', `listen 127.0.0.1:${http} `)
    .replace('listen 443 ', `listen 127.0.0.1:${https} `)
    .replaceAll('/etc/letsencrypt/live/tealight', folder)
    .replace('/var/cache/tealight', join(folder, 'cache'))
    .replaceAll('/var/log/nginx/error.log', 'stderr');
  writeFileSync(join(folder, 'fullchain.pem'), certificate);
  writeFileSync(join(folder, 'privkey.pem'), key);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => {
    mkdirSync(join(folder, kind));
    return `${kind}_temp_path ${join(folder, kind)};`;
  });
  const main = ['daemon off;', 'worker_processes 1;', `pid ${join(folder, 'pid')};`, 'error_log stderr;', 'events {}'];
  const all = [
    ...main,
    'http {',
    ...temporary,
    'access_log off;',
    adapt(site),
    adapt(readFileSync(files.upstreams, 'utf8')),
    '}',
  ];
  writeFileSync(join(folder, 'main.conf'), all.join('\n'));
  const server = spawn(nginxProgram ?? '', ['-c', join(folder, 'main.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  server.stderr.on('data', (data: Buffer) => void (complaints += data.toString()));
  // Until then, it may still be writing.
  const gone = once(server, 'close');
  await vi.waitFor(
    async () => {
      expect(server.exitCode, complaints).toBeNull();
      const socket = connect(https, '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
    },
    { timeout: 20_000, interval: 20 },
  );
  return {
    http,
    https,
    complaints: () => complaints,
    stop: async () => {
      if (server.exitCode === null) server.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
