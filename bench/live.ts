import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import pg from 'pg';

import { type Bench, percentile } from './lib/bench.ts';
import { root, startBenchDatabase } from './lib/database.ts';
import type { Command } from './lib/live-server.ts';
import { type BenchMember, insertMembers } from './lib/fill-members.ts';
import { openSockets } from './lib/sockets.ts';

const eventsEach = 5;
const rounds = 3;

interface Measured {
  kilobytes: number;
  deliveriesPerSecond: number;
}

/** Compares the application with the bare ws library, each in its own process, with the same clients and events. */
export const bench: Bench = {
  question: 'How much memory does an open tab cost, and how many events a second are delivered?',
  run: async ({ flags, print }) => {
    const count = Number(flags['sockets'] ?? 10_000);
    const database = await startBenchDatabase('live');
    const pool = new pg.Pool({ ...database.connection, max: 1 });
    const members = await insertMembers(pool, count, 0);
    await pool.end();
    const bare = await measure('bare', database.url, members);
    print(`  bare: ${Math.round(bare.kilobytes)} KB a socket, ${Math.round(bare.deliveriesPerSecond)} events a second`);
    const app = await measure('app', database.url, members);
    await database.stop();
    return {
      figures: [
        {
          name: 'memory of a member with an open socket',
          value: app.kilobytes,
          unit: 'KB',
          limit: { name: 'the bare ws library', value: bare.kilobytes },
          goal: { atMost: 1.5 },
        },
        {
          name: 'events delivered',
          value: app.deliveriesPerSecond,
          unit: '/s',
          limit: { name: 'the bare ws library', value: bare.deliveriesPerSecond },
          goal: { atLeast: 0.5 },
        },
      ],
      notes: [`${count} sockets on one process, ${eventsEach} events to each in a round, ${rounds} rounds`],
    };
  },
};

async function measure(kind: 'app' | 'bare', url: string, members: readonly BenchMember[]): Promise<Measured> {
  const { NODE_ENV: _, ...env } = process.env;
  const child = fork(join(root, 'build/bench/lib/live-server.js'), [kind, url], { execArgv: ['--expose-gc'], env });
  const [port] = (await once(child, 'message')) as [number];
  const ask = async (command: Command): Promise<number> => {
    child.send(command);
    return ((await once(child, 'message')) as [number])[0];
  };
  const place = { host: '127.0.0.1', port };
  // Allocate everything that is created only once, so that it is not counted per member.
  (await openSockets(place, members.slice(0, 100))).close();
  const before = await ask({ memory: true });
  const sockets = await openSockets(place, members);
  const after = await ask({ memory: true });
  const ids = members.map(({ id }) => id);
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const [sent] = await Promise.all([
      ask({ publish: ids, times: eventsEach }),
      sockets.received(ids.length * eventsEach),
    ]);
    rates.push((sent * 1_000) / (performance.now() - began));
  }
  sockets.close();
  const ended = once(child, 'exit');
  await ask({ end: true });
  await ended;
  return { kilobytes: (after - before) / 1_024 / ids.length, deliveriesPerSecond: percentile(rates, 0.5) };
}
