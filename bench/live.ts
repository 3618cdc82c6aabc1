import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { createId } from '../server/platform/ids.ts';
import type { LiveEvent } from '../contract/events.ts';
import { percentile, type Bench } from './lib/bench.ts';
import { openSockets } from './lib/clients.ts';
import { root } from './lib/database.ts';
import { startMembers, type BenchMember } from './lib/fill-members.ts';
import type { IdleCounts } from './lib/idle-tabs.ts';
import type { Command } from './lib/live-server.ts';

const eventsEach = 5;
const rounds = 3;
/** Five times the time after which presence is written again. */
const idleSeconds = 600;

interface Measured {
  kilobytes: number;
  deliveriesPerSecond: number;
}

/** Compares the application with the bare ws library, each in its own process, with the same clients and events. */
export const bench: Bench = {
  question: 'How much memory does an open tab cost, and how many events a second are delivered?',
  run: async ({ flags, print }) => {
    const count = Number(flags['sockets'] ?? 10_000);
    const { database, members } = await startMembers('live', count, 0);
    const bare = await measure('bare', database.url, members);
    print(`  bare: ${Math.round(bare.kilobytes)} KB a socket, ${Math.round(bare.deliveriesPerSecond)} events a second`);
    const app = await measure('app', database.url, members);
    const idle = await countIdle(database.url, members);
    await database.stop();
    const compare = (name: keyof Measured) => ({
      value: app[name],
      limit: { name: 'the bare ws library', value: bare[name] },
    });
    return {
      figures: [
        { name: 'memory of a member with an open socket', unit: 'KB', ...compare('kilobytes'), goal: { atMost: 1.5 } },
        { name: 'events delivered', unit: '/s', ...compare('deliveriesPerSecond'), goal: { atLeast: 0.5 } },
        { name: 'statements of idle tabs', unit: '/s', value: idle.statements / idleSeconds, goal: { atMost: 100 } },
        { name: 'presences that they write', unit: '/s', value: idle.written / idleSeconds, goal: { atMost: 100 } },
      ],
      notes: [
        `${count} sockets on one process, ${eventsEach} events to each in a round, ${rounds} rounds`,
        `idle tabs: counted exactly over ${idleSeconds} s that pass on a clock of the bench`,
      ],
    };
  },
};

/** Counts the statements of visible tabs in which nothing happens. */
async function countIdle(url: string, members: readonly BenchMember[]): Promise<IdleCounts> {
  const { place, ask, end } = await start('idle', url);
  const sockets = await openSockets(place, members);
  // The first heartbeats record that the pages have opened.
  await ask<IdleCounts>({ pass: 60 });
  const counts = await ask<IdleCounts>({ pass: idleSeconds });
  sockets.close();
  await end();
  return counts;
}

async function start(kind: 'app' | 'bare' | 'idle', url: string) {
  const { NODE_ENV: _, ...env } = process.env;
  const child = fork(join(root, 'build/bench/lib/live-server.js'), [kind, url], { execArgv: ['--expose-gc'], env });
  const [port] = (await once(child, 'message')) as [number];
  const ask = async <Answer>(command: Command): Promise<Answer> => {
    child.send(command);
    return ((await once(child, 'message')) as [Answer])[0];
  };
  const end = async (): Promise<void> => {
    const ended = once(child, 'exit');
    await ask({ end: true });
    await ended;
  };
  return { place: { host: '127.0.0.1', port }, ask, end };
}

async function measure(kind: 'app' | 'bare', url: string, members: readonly BenchMember[]): Promise<Measured> {
  const { place, ask, end } = await start(kind, url);
  // Allocate everything that is created only once, so that it is not counted per member.
  (await openSockets(place, members.slice(0, 100))).close();
  const before = await ask<number>({ memory: true });
  const sockets = await openSockets(place, members);
  const after = await ask<number>({ memory: true });
  const ids = members.map(({ id }) => id);
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const [sent] = await Promise.all([
      ask<number>({ publish: ids, times: eventsEach }),
      sockets.received(ids.length * eventsEach),
    ]);
    rates.push((sent * 1_000) / (performance.now() - began));
  }
  sockets.close();
  await end();
  return { kilobytes: (after - before) / 1_024 / ids.length, deliveriesPerSecond: percentile(rates, 0.5) };
}

export function messageEvent(): LiveEvent {
  const text = 'This is the text of a message, and the rest of it is about as long as people write.';
  const content = { kind: 'text', own: false, text, photo: null, gift: null, answers: null, quote: null } as const;
  const ids = { id: createId<MessageId>(), conversation: createId<ConversationId>(), seq: 1, idempotency_key: null };
  const person = { id: createId<MemberId>(), name: 'Member one', age: 36, gender: 'female', fictional: false } as const;
  const place = { country: 'NL', countryregion: 'nh', town: 'Haarlem', distance: null } as const;
  const images = { main_image: null, main_blurred: null, num_photos: 0 };
  return {
    type: 'message',
    message: { ...ids, ...content, credits: 0, at: '2026-01-01T12:00:00.000Z' },
    profile: { ...person, ...place, ...images, online: true, liked: false },
    num_unread_messages: 1,
  };
}
