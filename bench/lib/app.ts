import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { root } from './database.ts';

export interface BenchApp {
  pid: number;
  host: string;
  port: number;
  /** Resident memory in megabytes; undefined where the system does not report it. */
  memoryMb(): Promise<number | undefined>;
  stop(): Promise<void>;
}

export interface AppOptions {
  /** Flags of Node itself, such as `--cpu-prof`. */
  nodeFlags?: readonly string[];
  env?: Record<string, string>;
}

/** Starts the built application as in production: in a separate process, on a bench database. */
export async function startApp(databaseUrl: string, options: AppOptions = {}): Promise<BenchApp> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-bench-'));
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', DEMO: '0' };
  const { NODE_ENV: _, ...env } = process.env;
  const child = spawn(process.execPath, [...(options.nodeFlags ?? []), join(root, 'build/server/main.js')], {
    env: { ...env, ...settings, RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'warn', ...options.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await readPort(child, /Tealight is at .*:(\d+)/);
  return {
    pid: child.pid ?? 0,
    host: '127.0.0.1',
    port,
    memoryMb: () => memoryMb(child),
    stop: async () => {
      await stopProcess(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The port that a process prints once it listens. Throws if the process exits first. */
export async function readPort(child: ChildProcess, line: RegExp): Promise<number> {
  if (!child.stdout) throw new Error('the output of the process is not read');
  for await (const text of createInterface({ input: child.stdout })) {
    const port = line.exec(text)?.[1];
    if (port) return Number(port);
  }
  throw new Error('the process ended before it listened');
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Resident memory in megabytes; undefined where the system does not report it. */
export async function memoryMb(child: ChildProcess): Promise<number | undefined> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
}
