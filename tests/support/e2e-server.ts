import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { type PushService, startPushService } from '../../mocks/push/server.ts';
import { copyDemoSite, prepareDemoSite, removeDemoSite } from './demo-site.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startsWithinMs = 60_000;

/** Returns the address of the server under test. */
export const site = (): string => process.env['TEALIGHT_URL'] ?? 'http://localhost:3000';

/** Prepares, before the run, the demo site that each worker's server gets a copy of; DEMO_SITE names its folder. */
export default async function prepare(): Promise<() => Promise<void>> {
  if (process.env['TEALIGHT_URL']) return async () => undefined;
  const prepared = await prepareDemoSite();
  process.env['DEMO_SITE'] = prepared;
  return () => removeDemoSite(prepared);
}

let service: PushService | undefined;

/** Returns the push service that the server under test calls. */
export function pushService(): PushService {
  if (!service) throw new Error('the server under test has no push service of ours');
  return service;
}

/**
 * Uses the server in TEALIGHT_URL, or starts the built one as `npm start` does, in demo mode with its own data folder.
 * Sets TEALIGHT_URL to its address, TEALIGHT_SANDBOX to its payment sandbox and DATA_DIR to its data folder. `env` adds
 * settings. The returned function stops it.
 */
export async function startServer(env: Readonly<Record<string, string>> = {}): Promise<() => Promise<void>> {
  if (process.env['TEALIGHT_URL']) return async () => undefined;
  const folder = await copyDemoSite(process.env['DEMO_SITE'] ?? '');
  service = await startPushService();
  const push = { PUSH_TEST_SERVICE: service.origin, PUSH_TEST_CERTIFICATE: service.certificate };
  const server = spawn(process.execPath, [join(root, 'build/server/program/main.js')], {
    env: { ...process.env, ...push, ...env, PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.env['DATA_DIR'] = folder;
  process.env['TEALIGHT_URL'] = await readAddress(server);
  return async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
    await service?.close();
    await removeDemoSite(folder);
  };
}

async function readAddress(server: ChildProcess): Promise<string> {
  const late = setTimeout(() => server.kill('SIGKILL'), startsWithinMs);
  if (!server.stdout) throw new Error('the server has no output');
  for await (const line of createInterface({ input: server.stdout })) {
    const sandbox = /payment sandbox is at (http\S+)/.exec(line)?.[1];
    if (sandbox) process.env['TEALIGHT_SANDBOX'] = sandbox;
    const address = /Tealight is at (http\S+)/.exec(line)?.[1];
    if (!address) continue;
    clearTimeout(late);
    // Keep reading, or the pipe fills up.
    server.stdout.resume();
    return address;
  }
  throw new Error('the server ended before it answered');
}
