import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';

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

export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  let server: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  };
  const start = async (): Promise<void> => {
    const options = ['--bind', '127.0.0.1', '--port', `${port}`, '--save', '', '--appendonly', 'no'];
    server = spawn(redisProgram ?? '', options, { stdio: ['ignore', 'pipe', 'ignore'], cwd: '/tmp' });
    if (!server.stdout) throw new Error('Redis has no output');
    const lines = createInterface({ input: server.stdout });
    await new Promise<void>((resolve, reject) => {
      lines.on('line', (line) => /ready to accept connections/i.test(line) && resolve());
      server?.on('exit', () => reject(new Error('Redis ended before it was ready')));
    });
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    kill,
    start,
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
