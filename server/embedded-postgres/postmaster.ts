import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fchownSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { isAlive, isWorkedIn, until, worksIn } from './processes.ts';
import { makePrivateFolder, type Place } from './place.ts';
import type { PostgresBinaries } from './binaries.ts';

/** `host` is a folder with the socket, or 127.0.0.1 on Windows. */
export type PostgresConnection = { host: string; port: number; user: 'app'; database: 'tealight' };

/** A clean shutdown writes every page to disk. */
const fastStopMs = 8_000;
/** Replaying the log after an immediate stop is quick, and somebody is waiting for the start. */
const orphanStopMs = 2_000;
/** How long a replay of the log after a crash may take. */
const readyMs = 60_000;
const logBytesMax = 4_000_000;

/** Creates the cluster. If killed midway, it leaves a draft, which a later start removes. */
export function createCluster(place: Place, binaries: PostgresBinaries): void {
  if (existsSync(join(place.cluster, 'PG_VERSION'))) return checkVersion(place, binaries);
  removeDrafts(place);
  const draft = `${place.cluster}.${process.pid}`;
  makePrivateFolder(draft, place.user);
  const options = ['-D', draft, '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions'];
  const result = spawnSync(binaries.initdb, options, { encoding: 'utf8', ...processOptions(place) });
  if (result.status !== 0) {
    throw new Error(`initdb failed: ${result.error?.message ?? (result.stderr.trim() || result.stdout.trim())}`);
  }
  renameSync(draft, place.cluster);
}

/**
 * Removes drafts that an earlier start left. An initdb may outlive its killed Node process for a moment: a later start
 * removes what cannot be removed now.
 */
function removeDrafts({ root, cluster }: Place): void {
  for (const name of readdirSync(root).filter((file) => file.startsWith(`${basename(cluster)}.`))) {
    try {
      rmSync(join(root, name), { recursive: true, force: true });
    } catch {
      continue;
    }
  }
}

function checkVersion(place: Place, binaries: PostgresBinaries): void {
  const found = readFileSync(join(place.cluster, 'PG_VERSION'), 'utf8').trim();
  if (found === binaries.major) return;
  throw new Error(
    `The database in ${place.cluster} was made by PostgreSQL ${found}, this is ${binaries.major}. Move it away or bring it over with pg_upgrade.`,
  );
}

/** Shuts down a postmaster that outlived its Node process; an end is noticed at once only if it is our child. */
export async function endOrphan(place: Place, binaries: PostgresBinaries): Promise<'none' | 'ended'> {
  const pidFile = join(place.cluster, 'postmaster.pid');
  const pid = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : Number.NaN;
  if (!(pid > 1) || !isAlive(pid)) return 'none';
  if (process.platform === 'win32') {
    spawnSync(binaries.pgCtl, ['stop', '-D', place.cluster, '-m', 'fast', '-t', '8'], { stdio: 'ignore' });
    return 'ended';
  }
  if (!worksIn(pid, place.cluster)) {
    // Another program has the id now (after a reboot, in a copied folder). PostgreSQL cannot tell and would refuse to
    // start.
    if (isWorkedIn(place.cluster) === false) rmSync(pidFile, { force: true });
    return 'none';
  }
  await endProcess(pid, orphanStopMs);
  return 'ended';
}

/** Ends a process in three steps: fast (clients are cut, everything is written), immediate, by force. */
export async function endProcess(pid: number, fastMs: number = fastStopMs): Promise<void> {
  const steps = [
    ['SIGINT', fastMs],
    ['SIGQUIT', 1_500],
    ['SIGKILL', 2_000],
  ] as const;
  for (const [signal, milliseconds] of steps) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await until(() => !isAlive(pid), milliseconds)) return;
  }
}

/** Stops the postmaster on Windows, where signals do not exist. */
export function endOnWindows(place: Place, binaries: PostgresBinaries): void {
  const stop = (mode: string, seconds: number) =>
    spawnSync(binaries.pgCtl, ['stop', '-D', place.cluster, '-m', mode, '-w', '-t', String(seconds)], {
      stdio: 'ignore',
    });
  if (stop('fast', fastStopMs / 1000).status !== 0) stop('immediate', 2);
}

/** Waits until PostgreSQL responds. Throws with the end of its log. */
export async function startPostmaster(
  place: Place,
  binaries: PostgresBinaries,
  connection: PostgresConnection,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const end = performance.now() + readyMs;
  // Another program may now have the id in the socket lock of a killed server, and PostgreSQL would refuse to start.
  // The lock of the cluster still prevents two servers.
  if (process.platform !== 'win32') rmSync(join(connection.host, `.s.PGSQL.${connection.port}.lock`), { force: true });
  for (;;) {
    // Taken before the start, so that its first lines are included.
    const since = statSync(place.logFile, { throwIfNoEntry: false })?.size ?? 0;
    const child = spawnPostmaster(place, binaries, settings);
    if (await isReady(child, connection, end)) return child;
    if (child.exitCode === null && child.signalCode === null) {
      await endProcess(child.pid ?? 0, 0);
      throw new Error(`PostgreSQL did not respond within ${readyMs / 1000} seconds. Its log: ${place.logFile}`);
    }
    const said = readFileSync(place.logFile).subarray(since).toString('utf8').trim();
    // Children of a killed postmaster take a moment to exit, and its id stays in use until its parent reaps it.
    const lingers =
      said.includes('postmaster.pid" already exists') || said.includes('pre-existing shared memory block');
    if (!lingers || performance.now() > end) throw new Error(`PostgreSQL did not start: ${said || place.logFile}`);
    await wait(50);
  }
}

function spawnPostmaster(place: Place, binaries: PostgresBinaries, settings: Record<string, string>): ChildProcess {
  const log = openLog(place);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // A process group of its own: Ctrl+C in the terminal must reach only us, so that the service can finish its work
  // first.
  const group = { detached: true, windowsHide: true };
  const child = spawn(binaries.postgres, ['-D', place.cluster, ...options], {
    stdio: ['ignore', log, log],
    ...group,
    ...processOptions(place),
  });
  // Failures show in the exit code; without a listener, an error event would crash this process.
  child.on('error', () => undefined);
  closeSync(log);
  return child;
}

/** Opens a file rather than a pipe, so that logging continues when our process is killed. */
function openLog({ logFile, user }: Place): number {
  const log = openSync(logFile, 'a', 0o600);
  if (fstatSync(log).size > logBytesMax) ftruncateSync(log);
  if (user) fchownSync(log, user.uid, user.gid);
  return log;
}

/** Drops the shell's variables for PostgreSQL (PGDATA, PGPORT …) and its language. */
function processOptions({ root, user }: Place): { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number } {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { cwd: root, env: { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }, ...user };
}

async function isReady(child: ChildProcess, connection: PostgresConnection, end: number): Promise<boolean> {
  while (performance.now() < end) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return false;
    const code = await tryToConnect(connection);
    if (code === 'ok') return true;
    if (code === '3D000') await createDatabase(connection);
    else await wait(5);
  }
  return false;
}

/** Returns `ok` or the error's code: ENOENT and ECONNREFUSED until it listens, 57P03 while it replays its log. */
async function tryToConnect(connection: PostgresConnection): Promise<string> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return 'ok';
  } catch (error) {
    return (error as { code?: string }).code ?? 'unknown';
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createDatabase(connection: PostgresConnection): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`CREATE DATABASE ${connection.database}`);
  } finally {
    await client.end();
  }
}
