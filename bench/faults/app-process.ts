import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface AppProcess {
  address: string;
  /** Kills the process with SIGKILL; it is restarted at once. Resolves when it has exited. */
  kill(): Promise<void>;
  /** The exit code or signal of every unexpected exit. */
  ends: string[];
  stop(): Promise<void>;
}

const restartPauseMs = 100;

/**
 * Runs the built app in `folder` as in production: a separate process that is restarted when it exits. Its output is
 * appended to the file `log`.
 */
export async function startApp(folder: string, env: Record<string, string>, log: string): Promise<AppProcess> {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const ends: string[] = [];
  let child: ChildProcess | undefined;
  let expected = false;
  let stopping = false;

  const start = (): void => {
    const output = openSync(log, 'a');
    const mine = spawn(process.execPath, [join(folder, 'build/server/main.js')], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        ...env,
        PORT: String(port),
        PAYMENTS_WEBHOOK_ORIGIN: `http://${address}`,
      },
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    child = mine;
    mine.once('exit', (code, signal) => {
      if (stopping) return;
      if (!expected) ends.push(signal ?? `code ${code}`);
      const pause = expected ? 0 : restartPauseMs;
      expected = false;
      setTimeout(() => stopping || start(), pause);
    });
  };

  start();
  const killChild = (): void => void child?.kill('SIGKILL');
  process.once('exit', killChild);
  return {
    address,
    ends,
    kill: async () => {
      const mine = child;
      if (!mine || mine.exitCode !== null || mine.signalCode !== null) return;
      expected = true;
      mine.kill('SIGKILL');
      await once(mine, 'exit');
    },
    stop: async () => {
      stopping = true;
      process.off('exit', killChild);
      const mine = child;
      if (!mine || mine.exitCode !== null || mine.signalCode !== null) return;
      const gone = once(mine, 'exit');
      mine.kill('SIGTERM');
      await Promise.race([gone, wait(12_000).then(() => mine.kill('SIGKILL'))]);
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
