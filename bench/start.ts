import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';

import { memoryMb, stopProcess } from './lib/app.ts';
import { type Bench, percentile } from './lib/bench.ts';
import { root } from './lib/database.ts';
import { cpuSeconds } from './lib/cpu-time.ts';

/** How long `npm start` takes in a built checkout, and how much memory the idle service uses. */
export const bench: Bench = {
  question: 'How long until a built checkout serves its first page, and how much memory does it hold when idle?',
  async run({ quick, flags, print }) {
    const runs = quick ? 1 : Number(flags['runs'] ?? 5);
    const idleSeconds = quick ? 0 : Number(flags['idle'] ?? 60);
    // The first start creates the database and stores the demo's pictures. Later starts find them.
    if (!quick) {
      const first = await start();
      await first.stored(180);
      await stopProcess(first.process);
    }
    const waits: number[] = [];
    const works: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const started = await start({ demo: !quick });
      waits.push(started.seconds);
      works.push(started.processor ?? Number.NaN);
      print(`  start ${run + 1}: ${started.seconds.toFixed(2)} s`);
      await stopProcess(started.process);
    }
    const idle = await start({ demo: !quick });
    await after(idleSeconds * 1_000);
    const memory = (await memoryMb(idle.process)) ?? Number.NaN;
    await stopProcess(idle.process);
    const bare = await bareNode();
    return {
      figures: [
        {
          name: 'start to first page, median',
          value: percentile(waits, 0.5),
          unit: 's',
          goal: { atMost: 3 },
        },
        { name: 'processor time of the start', value: percentile(works, 0.5), unit: 's of a core' },
        { name: 'an empty Node', value: bare, unit: 's' },
        { name: `memory ${idleSeconds} s after the start`, value: memory, unit: 'MB', goal: { atMost: 250 } },
      ],
      notes: ['PostgreSQL runs in separate processes, which are not counted.'],
    };
  },
};

interface Started {
  process: ChildProcess;
  seconds: number;
  /** Seconds of processor time up to the first page, without PostgreSQL. */
  processor: number | undefined;
  /** Waits until the pictures that this start may be storing are stored. */
  stored(seconds: number): Promise<void>;
}

async function start({ demo = true } = {}): Promise<Started> {
  const { NODE_ENV: _, ...env } = process.env;
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: {
      ...env,
      DEMO: demo ? '1' : '0',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(root, '.cache/bench', demo ? 'start' : 'start-quick'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`the service ended: ${said}`);
    await after(10);
  }
  const seconds = (performance.now() - began) / 1_000;
  const processor = await cpuSeconds(child.pid ?? 0);
  // A stop during startup would be reported as an error.
  while (!said.includes('Tealight is at')) await after(10);
  return {
    process: child,
    seconds,
    processor,
    stored: async (most) => {
      for (let waited = 0; said.includes('are being stored') && !said.includes('are stored ('); waited += 0.2) {
        if (waited > most) throw new Error('the pictures were not stored');
        await after(200);
      }
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => void server.close(closed));
  return port;
}

async function answers(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

async function bareNode(): Promise<number> {
  const began = performance.now();
  await new Promise((resolve) => spawn(process.execPath, ['-e', '0']).once('exit', resolve));
  return (performance.now() - began) / 1_000;
}
