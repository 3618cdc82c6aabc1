import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { root } from './database.ts';

interface ProcessOptions {
  /** Where `build` is. */
  folder?: string;
  nodeFlags?: readonly string[];
  stdio?: StdioOptions;
}

/** Starts the built app as a process, with these settings and those of every bench only. */
export function spawnApp(
  settings: Record<string, string>,
  { folder = root, nodeFlags = [], stdio = ['ignore', 'pipe', 'inherit'] }: ProcessOptions = {},
): ChildProcess {
  const defaults = { HOST: '127.0.0.1', DEMO: '0', LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '1000000' };
  return spawn(process.execPath, [...nodeFlags, join(folder, 'build/server/program/main.js')], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...defaults, ...settings },
    stdio,
  });
}

export type BenchApp = Awaited<ReturnType<typeof startApp>>;

interface AppOptions {
  nodeFlags?: readonly string[];
  env?: Record<string, string>;
}

export async function startApp(databaseUrl: string, { nodeFlags = [], env }: AppOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-bench-'));
  const child = spawnApp({ DATABASE_URL: databaseUrl, DATA_DIR: folder, PORT: '0', ...env }, { nodeFlags });
  const port = await readPort(child, /Tealight is at .*:(\d+)/);
  return {
    pid: child.pid ?? 0,
    host: '127.0.0.1',
    port,
    stop: async () => {
      await stopProcess(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Reads the port that a process prints once it listens. Throws if the process exits first. */
export async function readPort(child: ChildProcess, line: RegExp): Promise<number> {
  if (!child.stdout) throw new Error('the output of the process is not read');
  for await (const text of createInterface({ input: child.stdout })) {
    const port = line.exec(text)?.[1];
    if (port) return Number(port);
  }
  throw new Error('the process ended before it listened');
}

/** Resolves when the process has exited; a process that takes too long to end is killed. */
export async function stopProcess(
  child: ChildProcess,
  { signal = 'SIGTERM', patienceMs = 60_000 }: { signal?: NodeJS.Signals; patienceMs?: number } = {},
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const late = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  child.kill(signal);
  await ended;
  clearTimeout(late);
}
