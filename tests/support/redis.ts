import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { makeOpenFolder } from './temporary-folder.ts';

/** An installed Redis or Valkey; undefined if the tests with it are skipped. `npm test` installs one if it may. */
export const redisProgram = [process.env['REDIS_SERVER'], 'redis-server', 'valkey-server'].find(
  (name) => name && spawnSync(name, ['--version'], { timeout: 10_000 }).status === 0,
);

if (!redisProgram)
  process.stdout.write('! No Redis here: the tests with Redis between nodes are left out (redis-server in PATH).\n');

/** A real Redis on its own port, which persists nothing. */
export interface TestRedis {
  url: string;
  /** Stops answering from now on, but keeps its connections. */
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  /** Starts again on the same port. */
  start(): Promise<void>;
}

export async function startRedis(...more: string[]): Promise<TestRedis> {
  const port = await freePort();
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const options = ['--bind', '127.0.0.1', '--port', `${port}`, '--save', '', '--appendonly', 'no', ...more];
    server = await startServer(options, /ready to accept connections/i);
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    kill: async () => void (server && (await endServer(server))),
    start,
  };
}

/** Two Redis servers and a Sentinel, which has the second one take over when the first does not answer for a second. */
export interface TestSentinel {
  /** The first of the Sentinels that it names is not there. */
  url: string;
  first: TestRedis;
  close(): Promise<void>;
}

export async function startSentinel(): Promise<TestSentinel> {
  const first = await startRedis();
  const firstPort = new URL(first.url).port;
  const second = await startRedis('--replicaof', '127.0.0.1', firstPort);
  const port = await freePort();
  const folder = makeOpenFolder();
  // A Sentinel writes what it learns into its configuration.
  const file = join(folder, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor tealight 127.0.0.1 ${firstPort} 1`,
  ];
  const timeouts = ['down-after-milliseconds tealight 1000', 'failover-timeout tealight 5000'];
  writeFileSync(file, [...lines, ...timeouts.map((line) => `sentinel ${line}`)].join('\n'));
  const sentinel = await startServer([file, '--sentinel'], /\+slave slave/);
  return {
    url: `redis+sentinel://127.0.0.1:${await freePort()},127.0.0.1:${port}/tealight`,
    first,
    close: async () => {
      await Promise.all([first.kill(), second.kill(), endServer(sentinel)]);
      rmSync(folder, { recursive: true });
    },
  };
}

async function startServer(options: string[], ready: RegExp): Promise<ChildProcess> {
  const server = spawn(redisProgram ?? '', options, { stdio: ['ignore', 'pipe', 'ignore'], cwd: '/tmp' });
  const lines = createInterface({ input: server.stdout });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => ready.test(line) && resolve());
    server.on('exit', () => reject(new Error('Redis ended before it was ready')));
  });
  return server;
}

async function endServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
