import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, inject } from 'vitest';

import { type OperationName, getEndpoint } from '../../contract/calls.ts';
import type { Input, Output } from '../../contract/index.ts';
import { type TestApp, type TestClient, useTestApp } from './test-app.ts';
import { buildCookieHeader } from './live.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'build/server/program/main.js');
const startsWithinMs = 60_000;

/** A running process of the built application. */
export interface Node {
  port: number;
  address: string;
  process: ChildProcess;
  /** Ends the process and waits; returns the exit code, null after SIGKILL. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Nodes that share a test application's database and a data folder. Each is a process of the built application. */
export interface Cluster {
  /** Starts a process that may end before it answers. */
  spawn(roles: string, env?: Record<string, string>): ChildProcessByStdio<null, Readable, Readable>;
  start(roles: string, env?: Record<string, string>, program?: string): Promise<Node>;
  endAll(): Promise<void>;
  close(): Promise<void>;
  folder: string;
}

export async function openCluster(test: Pick<TestApp, 'sql'>): Promise<Cluster> {
  if (!existsSync(program))
    throw new Error('build/server/program/main.js is missing: run `npm run build` (npm test does)');
  const { host, port, user } = inject('durableDatabase');
  const [row] = await test.sql<{ name: string }>('select current_database() as name');
  const folder = mkdtempSync(join(tmpdir(), 'tealight-nodes-'));
  const shared = {
    DATABASE_URL: `postgresql://${user}@/${row?.name}?host=${encodeURIComponent(host)}&port=${port}`,
    DATA_DIR: folder,
    SECRET: 'a secret that all nodes of the test share',
    PAYMENTS_URL: 'http://127.0.0.1:9',
    PORT: '0',
    HOST: '127.0.0.1',
    DEMO: '0',
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'error',
  };
  const running = new Set<Node>();
  return {
    folder,
    spawn: (roles, env) => spawnNode({ ...shared, ROLE: roles, ...env }),
    start: async (roles, env, ofRelease) => {
      const node = await startNode(spawnNode({ ...shared, ROLE: roles, ...env }, ofRelease));
      running.add(node);
      return node;
    },
    endAll: async () => {
      await Promise.all([...running].map((node) => node.end('SIGTERM')));
      running.clear();
    },
    close: async () => {
      await Promise.all([...running].map((node) => node.end('SIGKILL')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Opens an application on the durable database, and a cluster beside it, for the tests of a file. */
export function useCluster(): { test: TestApp; cluster: Cluster } {
  const test = useTestApp({ server: inject('durableDatabase') });
  const cluster = {} as Cluster;
  beforeAll(async () => void Object.assign(cluster, await openCluster(test)));
  afterAll(() => cluster.close());
  return { test, cluster };
}

function spawnNode(env: Record<string, string>, path = program): ChildProcessByStdio<null, Readable, Readable> {
  const { PATH = '' } = process.env;
  return spawn(process.execPath, [path], { env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function startNode(child: ReturnType<typeof spawnNode>): Promise<Node> {
  child.stderr.pipe(process.stderr);
  const gone = once(child, 'exit');
  const late = setTimeout(() => child.kill('SIGKILL'), startsWithinMs);
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /Tealight is at http:\/\/\S+:(\d+)/.exec(line)?.[1];
      if (found) resolve(Number(found));
    });
    child.on('exit', () => reject(new Error('a node ended before it answered')));
  });
  clearTimeout(late);
  return {
    port,
    address: `127.0.0.1:${port}`,
    process: child,
    end: async (signal) => {
      // A stopped process takes no other signal.
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await gone;
      return child.exitCode;
    },
  };
}

/** Sends a member's call over HTTP to one node, or to the balancer. */
export async function callAt<Name extends OperationName>(
  address: string,
  member: Pick<TestClient, 'cookies'>,
  name: Name,
  input: Partial<Input<Name>> | object = {},
): Promise<{ status: number; body: Output<Name>; headers: Headers }> {
  const { method, path } = getEndpoint(name);
  const url = new URL(path, `http://${address}`);
  if (method === 'GET') for (const [key, value] of Object.entries(input)) url.searchParams.set(key, String(value));
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', 'x-client-type': 'web', cookie: buildCookieHeader(member) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
  });
  return { status: answer.status, body: (await answer.json()) as Output<Name>, headers: answer.headers };
}
