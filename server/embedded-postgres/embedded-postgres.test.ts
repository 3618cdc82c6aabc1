import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeOpenFolder } from '../../tests/support/temporary-folder.ts';
import { findPlace } from './place.ts';
import { removePlace } from '../../tests/support/remove-place.ts';
import { isAlive } from './processes.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';

/** Far more than a slow machine needs. */
const timeoutMs = 30_000;
const repository = resolve(import.meta.dirname, '../..');
const compiled = join(repository, '.cache', `embedded-postgres-${process.pid}`);
const running = new Set<EmbeddedPostgres>();
const children = new Set<ChildProcess>();
const folders: string[] = [];
let dataDir = '';

beforeAll(async () => {
  dataDir = makeFolder();
  // The runner is a separate process, and Node 20 cannot run TypeScript.
  const entry = join(repository, 'tests/support/embedded-postgres-runner.ts');
  const output = { entryFileNames: 'runner.mjs' };
  const options = { ssr: entry, outDir: compiled, target: 'node20', rolldownOptions: { output } };
  await build({ configFile: false, logLevel: 'error', root: repository, build: options });
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await Promise.all([...running].map((server) => server.stop()));
  running.clear();
});

afterAll(() => {
  rmSync(compiled, { recursive: true, force: true });
  for (const folder of folders) {
    removePlace(folder);
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('a first and a second start', { timeout: 60_000 }, () => {
  it('creates the database, and keeps its rows after a restart', async () => {
    const first = await start(dataDir);
    await run(first, 'CREATE TABLE kept (n integer)');
    await run(first, 'INSERT INTO kept VALUES (1), (2)');
    await first.stop();
    const second = await start(dataDir);
    expect(await run(second, 'SELECT n FROM kept ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('is durable, uses UTF-8 and opens no port', async () => {
    const server = await start(dataDir);
    const names = [
      'fsync',
      'full_page_writes',
      'synchronous_commit',
      'listen_addresses',
      'server_encoding',
      'TimeZone',
    ];
    const rows = await run(
      server,
      `SELECT ${names.map((name) => `current_setting('${name}') AS "${name}"`).join(', ')}`,
    );
    const listen = process.platform === 'win32' ? '127.0.0.1' : '';
    expect(Object.values(rows[0] ?? {})).toEqual(['on', 'on', 'on', listen, 'UTF8', 'UTC']);
  });

  it('refuses a second owner of the same folder without disturbing the first', async () => {
    const server = await start(dataDir);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/already runs with this data folder/);
    expect(await run(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('can be stopped twice and releases the folder', async () => {
    const server = await start(dataDir);
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    expect(await run(await start(dataDir), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('runs two folders side by side in isolation', async () => {
    const [one, two] = await Promise.all([start(dataDir), start(makeFolder())]);
    await run(one, 'CREATE TABLE only_here (n integer)');
    await expect(run(two, 'SELECT * FROM only_here')).rejects.toThrow(/does not exist/);
  });
});

describe.skipIf(process.platform === 'win32')('after kill -9', { timeout: 60_000 }, () => {
  it('the next start stops the orphan of a killed Node process and has every confirmed row', async () => {
    const runner = await startRunner('node_killed');
    await runner.kill();
    expect(isAlive(runner.postmaster)).toBe(true);
    const server = await start(dataDir);
    expect(isAlive(runner.postmaster)).toBe(false);
    await expectRows(server, 'node_killed', runner.acknowledged());
  });

  it('the next start has every confirmed row if Node and the postmaster were both killed', async () => {
    const runner = await startRunner('both_killed');
    process.kill(runner.postmaster, 'SIGKILL');
    await runner.kill();
    const server = await start(dataDir);
    await expectRows(server, 'both_killed', runner.acknowledged());
  });

  it.each([
    ['the postmaster', findPostmaster],
    ['one of its processes', findCheckpointer],
  ])('the server restarts automatically with every committed row if %s was killed', async (_, findProcess) => {
    const messages: string[] = [];
    const server = await start(dataDir, (message) => messages.push(message));
    await run(server, 'DROP TABLE IF EXISTS killed');
    await run(server, 'CREATE TABLE killed (n integer)');
    await run(server, 'INSERT INTO killed VALUES (7)');
    process.kill(await findProcess(server), 'SIGKILL');
    await expect
      .poll(() => messages.some((message) => message.includes('unexpectedly')), { timeout: timeoutMs })
      .toBe(true);
    const rows = () => run(server, 'SELECT n FROM killed').catch(() => 'not yet');
    await expect.poll(rows, { timeout: timeoutMs }).toEqual([{ n: 7 }]);
  });

  it('a stop during the restart of a killed postmaster leaves nothing running', async () => {
    const server = await start(dataDir);
    process.kill(await findPostmaster(server), 'SIGKILL');
    await server.stop();
    await expect(run(server, 'SELECT 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/);
  });
});

describe.skipIf(process.platform === 'win32')('leftovers of an earlier run', { timeout: 60_000 }, () => {
  it('allow a start if the process id in the lock now belongs to another process', async () => {
    await (await start(dataDir)).stop();
    writeFileSync(findPlace(dataDir).lockFile, `${process.pid} another-start`);
    expect(await run(await start(dataDir), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it.runIf(process.platform === 'linux')(
    'allow a start if the process id of the old postmaster now belongs to a stranger',
    async () => {
      await (await start(dataDir)).stop();
      // The stranger must run under the account of PostgreSQL, or PostgreSQL itself sees through it.
      const { cluster, sockets, user } = findPlace(dataDir);
      const stranger = spawn('tail', ['-f', '/dev/null'], { ...user, cwd: '/' });
      children.add(stranger);
      writeFileSync(join(cluster, 'postmaster.pid'), `${stranger.pid}\n${cluster}\n`);
      writeFileSync(join(sockets, '.s.PGSQL.5432.lock'), `${stranger.pid}\n${cluster}\n`);
      expect(await run(await start(dataDir), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(isAlive(stranger.pid ?? 0)).toBe(true);
    },
  );
});

function makeFolder(): string {
  const folder = makeOpenFolder();
  folders.push(folder);
  return folder;
}

type Runner = { postmaster: number; acknowledged: () => number; kill: () => Promise<void> };

/** Starts a Node process with its own PostgreSQL and returns when it has committed some rows. */
async function startRunner(table: string): Promise<Runner> {
  const child = spawn(process.execPath, [join(compiled, 'runner.mjs'), dataDir, table], { cwd: repository });
  children.add(child);
  let said = '';
  let complaint = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  child.stderr.on('data', (chunk) => (complaint += chunk));
  const closed = once(child, 'close');
  // Only whole lines count: the last one may be cut by the kill.
  const acknowledged = (): number => Number([...said.matchAll(/^row (\d+)\n/gm)].at(-1)?.[1] ?? 0);
  await expect.poll(() => complaint || acknowledged() > 50, { timeout: timeoutMs }).toBe(true);
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await closed;
  };
  return { postmaster: Number(/^up (\d+)/.exec(said)?.[1]), acknowledged, kill };
}

/** Expects that every acknowledged row is there; one more may be, committed but not yet reported when the kill came. */
async function expectRows(server: EmbeddedPostgres, table: string, acknowledged: number): Promise<void> {
  expect(acknowledged).toBeGreaterThan(50);
  const found = await run(server, `SELECT n FROM ${table} ORDER BY n`);
  const numbers = found.map(({ n }) => Number(n));
  expect(numbers.slice(0, acknowledged)).toEqual(Array.from({ length: acknowledged }, (_, index) => index + 1));
  expect(numbers.length - acknowledged).toBeLessThanOrEqual(1);
}

async function start(folder: string, log?: (message: string) => void): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder, ...(log && { log }) });
  running.add(server);
  return server;
}

async function run(server: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(server.url);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function findPostmaster(server: EmbeddedPostgres): Promise<number> {
  const rows = await run(server, "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid");
  return Number(rows[0]?.pid);
}

async function findCheckpointer(server: EmbeddedPostgres): Promise<number> {
  const rows = await run(server, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'");
  return Number(rows[0]?.pid);
}
