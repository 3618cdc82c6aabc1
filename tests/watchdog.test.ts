import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { afterAll, describe, expect, it, vi } from 'vitest';

import { useCluster } from './support/nodes.ts';

const { cluster } = useCluster();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

const children: ChildProcess[] = [];
const watchdog = new URL('../build/server/platform/monitoring/watchdog.js', import.meta.url).href;

/** Starts a process with a watchdog of half a second, which may block from then on. */
async function watched(isStill: boolean, ...options: string[]): Promise<ChildProcess> {
  const program = `import { startWatchdog } from '${watchdog}';
    startWatchdog(500);
    setInterval(() => {}, 1_000);
    process.stdout.write('runs');
    if (${isStill}) setTimeout(() => { for (;;); }, 1);`;
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  const child = spawn(process.execPath, [...options, '--input-type=module', '--eval', program], { stdio: [...stdio] });
  children.push(child);
  await once(child.stdout as NodeJS.EventEmitter, 'data');
  return child;
}

async function oneWasEnded(): Promise<void> {
  const child = await watched(true);
  await vi.waitFor(() => expect(child.signalCode).toBe('SIGKILL'), { timeout: 30_000 });
}

describe('the watchdog', () => {
  it(
    'kills a process whose event loop is blocked, even by one regular expression, and logs where',
    { timeout: 180_000 },
    async () => {
      const standStill = `function standStill() { /^(?:(.)\\1+)+$/u.test('a'.repeat(127) + 'b'); }
      process.on('SIGUSR2', standStill);`;
      const child = cluster.spawn('worker', {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(standStill)}`,
      });
      child.stderr.pipe(process.stderr);
      const ended = once(child, 'exit');
      let log: Record<string, unknown> = {};
      for await (const line of createInterface({ input: child.stdout })) {
        if (line.startsWith('Tealight is at')) child.kill('SIGUSR2');
        if (line.includes('process.stalled')) log = JSON.parse(line) as typeof log;
      }
      expect(await ended).toEqual([null, 'SIGKILL']);
      expect(log).toMatchObject({ level: 60, event: 'process.stalled', ms: 10_000 });
      expect(log['stack']).toContainEqual(expect.stringMatching(/^standStill \(data:/));
    },
  );

  it('kills a blocked process even if nobody reads its log any more', async () => {
    const child = await watched(true);
    child.stdout?.destroy();
    await vi.waitFor(() => expect(child.signalCode).toBe('SIGKILL'), { timeout: 30_000 });
  });

  it('spares a process that was stopped for longer, as by a sleeping machine', async () => {
    const stopped = await watched(false);
    stopped.kill('SIGSTOP');
    await oneWasEnded();
    stopped.kill('SIGCONT');
    await oneWasEnded();
    expect([stopped.exitCode, stopped.signalCode]).toEqual([null, null]);
  });

  it('spares a process that a debugger may hold', async () => {
    const debugged = await watched(true, '--inspect=127.0.0.1:0');
    await oneWasEnded();
    expect([debugged.exitCode, debugged.signalCode]).toEqual([null, null]);
  });
});
