import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { backoffMs } from '../../contract/platform/backoff.ts';
import { findBinaryPackage, prepareBinaries, type PostgresBinaries } from './binaries.ts';
import { findPlace, findSocketFolder, type Place } from './place.ts';
import {
  createCluster,
  endOnWindows,
  endOrphan,
  endProcess,
  startPostmaster,
  type PostgresConnection,
} from './postmaster.ts';
import { isLockHeld, acquireLock } from './processes.ts';
import type { ChildProcess } from 'node:child_process';

export type EmbeddedPostgresOptions = {
  /** The folder of the cluster; servers of different folders run side by side. */
  dataDir: string;
  log?: (message: string, details?: object) => void;
  /** They come before the server's own, `listen_addresses` included. */
  settings?: Record<string, string>;
};

export type EmbeddedPostgres = {
  connection: PostgresConnection;
  url: string;
  /** Stops the server within about ten seconds. Safe to call twice. */
  stop(): Promise<void>;
  /** Resolves only when the server crashed and could not be restarted; the process should then end. */
  crashed: Promise<Error>;
};

/** The first three make confirmed commits durable. The others suit one machine with a solid state disk. */
const ownSettings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '64MB',
  // After a checkpoint, the first change of a page writes the whole page to the log: most of the log of a message to a
  // conversation that was quiet. Fewer checkpoints write fewer pages, and a recovery reads at most about 2 GB.
  checkpoint_timeout: '15min',
  max_wal_size: '2GB',
  wal_compression: 'on',
  max_connections: '100',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A postmaster that recovers automatically can hang for good when the recovery fails too, for example on a full disk.
  restart_after_crash: 'off',
  // More detailed messages quote refused rows: texts and addresses of members.
  log_error_verbosity: 'terse',
};

const shortestPauseMs = 50;
const longestPauseMs = 5_000;
const attemptsMax = 12;
/** A server that ran this long was healthy: the next crash is handled like a first one. */
const healthyMs = 30_000;

type Server = {
  place: Place;
  binaries: PostgresBinaries;
  connection: PostgresConnection;
  settings: Record<string, string>;
  log: (message: string, details?: object) => void;
  child?: ChildProcess;
  stopping: boolean;
  starting: Promise<void>;
  fail: (error: Error) => void;
};

/**
 * Starts the PostgreSQL from npm on `dataDir` and keeps it running. Shuts down a server that a killed process left
 * behind. As root, PostgreSQL runs as `nobody`. On Unix it listens on a socket in a private folder and on no port.
 * Throws when another running process owns `dataDir`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = findPlace(resolve(options.dataDir));
  const release = acquireLock(place.lockFile);
  try {
    const server = await prepare(place, options);
    let giveUp: (error: Error) => void = () => undefined;
    const crashed = new Promise<Error>((settle) => (giveUp = settle));
    server.fail = giveUp;
    await start(server);
    const stopAtExit = (): void => void server.child?.kill('SIGINT');
    process.once('exit', stopAtExit);
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> =>
      (stopped ??= end(server).finally(() => {
        process.off('exit', stopAtExit);
        release();
      }));
    return { connection: server.connection, url: formatUrl(server.connection), stop, crashed };
  } catch (error) {
    release();
    throw error;
  }
}

/** Finds the server that runs on `dataDir`; undefined without one, and always on Windows, where its port is unknown. */
export function findRunningPostgres(dataDir: string): PostgresConnection | undefined {
  if (process.platform === 'win32') return undefined;
  const place = findPlace(resolve(dataDir));
  if (!isLockHeld(place.lockFile)) return undefined;
  return { host: findSocketFolder(place), port: 5432, user: 'app', database: 'tealight' };
}

async function prepare(place: Place, options: EmbeddedPostgresOptions): Promise<Server> {
  const log = options.log ?? (() => undefined);
  const binaries = prepareBinaries(findBinaryPackage(), place.root, place.user);
  createCluster(place, binaries);
  if ((await endOrphan(place, binaries)) === 'ended')
    log('A PostgreSQL server of an earlier run was still running and has been shut down.');
  const windows = process.platform === 'win32';
  const host = windows ? '127.0.0.1' : findSocketFolder(place);
  const port = windows ? await findFreePort() : 5432;
  const listen: Record<string, string> = windows
    ? { listen_addresses: host, port: String(port) }
    : { listen_addresses: '', port: String(port), unix_socket_directories: host, unix_socket_permissions: '0700' };
  return {
    place,
    binaries,
    log,
    connection: { host, port, user: 'app', database: 'tealight' },
    settings: { ...ownSettings, ...listen, ...options.settings },
    stopping: false,
    starting: Promise.resolve(),
    fail: () => undefined,
  };
}

async function start(server: Server): Promise<void> {
  const began = performance.now();
  const { place, binaries, connection, settings } = server;
  const child = await startPostmaster(place, binaries, connection, settings);
  server.child = child;
  const milliseconds = Math.round(performance.now() - began);
  server.log('PostgreSQL is running.', { milliseconds, folder: place.root });
  const since = performance.now();
  const handleEnd = (): void => {
    if (server.stopping) return;
    const lived = performance.now() - since;
    server.log('PostgreSQL ended unexpectedly and is being restarted.', {
      code: child.exitCode,
      signal: child.signalCode,
    });
    server.starting = restart(server, lived > healthyMs ? shortestPauseMs : shortestPauseMs * 4);
  };
  if (child.exitCode !== null || child.signalCode !== null) handleEnd();
  else child.once('exit', handleEnd);
}

/** Retries with growing pauses, for about 45 seconds in all. */
async function restart(server: Server, firstPauseMs: number): Promise<void> {
  let last: unknown;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    await wait(backoffMs(attempt, firstPauseMs, longestPauseMs));
    if (server.stopping) return;
    try {
      return await start(server);
    } catch (error) {
      last = error;
      server.log('PostgreSQL could not be restarted; another attempt follows.', {
        attempt: attempt + 1,
        error: String(error),
      });
    }
  }
  server.fail(new Error('PostgreSQL crashed and could not be restarted.', { cause: last }));
}

async function end(server: Server): Promise<void> {
  server.stopping = true;
  await server.starting;
  const { child } = server;
  if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === 'win32') endOnWindows(server.place, server.binaries);
  else await endProcess(child.pid);
}

function formatUrl({ host, port, user, database }: PostgresConnection): string {
  if (!host.startsWith('/')) return `postgresql://${user}@${host}:${port}/${database}`;
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
