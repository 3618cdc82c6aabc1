import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';
import { vi } from 'vitest';

import { findNobody, giveTo, isRoot } from '../../server/embedded-postgres/user.ts';
import { type TestServer, createTemplate } from './global-setup.ts';
import { makeOpenFolder } from './temporary-folder.ts';

const debian = '/usr/lib/postgresql';
const installed = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];

/** The folder of a complete PostgreSQL; that of npm has no `pg_basebackup`. `npm run smoke` installs one if it may. */
export const postgresPrograms = [process.env['POSTGRES_BIN'] ?? '', ...installed].find((folder) =>
  ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(join(folder, name))),
);

if (!postgresPrograms)
  process.stdout.write('! No pg_basebackup here: the tests with a replica are left out (postgresql-15).\n');

/** A folder for servers, and the programs of PostgreSQL, which refuse to run as root. */
export interface Servers {
  folder: string;
  /** As whom the programs run; undefined if that is our own account. */
  account: { uid: number; gid: number } | undefined;
  run(program: string, ...options: string[]): void;
  /** Starts the cluster in a subfolder. */
  start(name: string, port: number, settings?: Record<string, string>): Promise<TestServer>;
  stop(name: string): Promise<void>;
  close(): Promise<void>;
}

export function openServers(): Servers {
  const folder = makeOpenFolder();
  const account = isRoot() ? findNobody() : undefined;
  if (account) giveTo(folder, account);
  const program = (name: string): string => join(postgresPrograms ?? '', name);
  const runs = { cwd: folder, ...account };
  const servers = new Map<string, ChildProcess>();
  const stop = async (name: string): Promise<void> => {
    const server = servers.get(name);
    if (!server || server.exitCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGINT');
    await gone;
  };
  return {
    folder,
    account,
    run: (name, ...options) =>
      void execFileSync(program(name), options, { ...runs, stdio: ['ignore', 'ignore', 'pipe'] }),
    start: async (name, port, settings = {}) => {
      const all = { listen_addresses: '', unix_socket_directories: folder, port, ...settings };
      const options = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
      servers.set(
        name,
        spawn(program('postgres'), ['-D', join(folder, name), ...options], { ...runs, stdio: 'ignore' }),
      );
      const server = { host: folder, port, user: 'app' };
      await vi.waitFor(() => queryServer(server, 'select 1'), { timeout: 60_000, interval: 100 });
      return server;
    },
    stop,
    close: async () => {
      for (const name of servers.keys()) await stop(name);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The options of `initdb` for a cluster that a test uses. */
export const newCluster = ['-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];

/** A primary with the template of the tests, and its streaming replica, which can be stopped and started again. */
export interface Replicated {
  primary: TestServer;
  replica: TestServer;
  startReplica(): Promise<void>;
  stopReplica(): Promise<void>;
  close(): Promise<void>;
}

const settings = { fsync: 'off', wal_keep_size: '256MB', hot_standby_feedback: 'on' };

export async function startReplicated(): Promise<Replicated> {
  const { folder, run, start, stop, close } = openServers();
  run('initdb', '-D', 'primary', ...newCluster);
  const primary = await start('primary', 5432, settings);
  await createTemplate(primary);
  run('pg_basebackup', '-D', 'replica', '-R', '-h', folder, '-U', 'app', '-c', 'fast', '--no-sync');
  const replica = await start('replica', 5433, settings);
  return {
    primary,
    replica,
    startReplica: async () => void (await start('replica', 5433, settings)),
    stopReplica: () => stop('replica'),
    close: async () => {
      await stop('replica');
      await close();
    },
  };
}

/** Runs a statement on a connection of its own. */
export async function queryServer<Row extends pg.QueryResultRow>(
  server: TestServer,
  text: string,
  database = 'postgres',
): Promise<Row[]> {
  const client = new pg.Client({ ...server, database });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
