import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { createId } from '../server/platform/ids.ts';
import type { LiveEvent } from '../contract/events.ts';
import { percentile, type Bench } from './lib/bench.ts';
import { openSockets } from './lib/clients.ts';
import { root } from './lib/database.ts';
import { startMembers, type BenchMember } from './lib/fill-members.ts';
import type { Command } from './lib/live-server.ts';

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
    const { database, members } = await startMembers('live', count, 0);
    const bare = await measure('bare', database.url, members);
    print(`  bare: ${Math.round(bare.kilobytes)} KB a socket, ${Math.round(bare.deliveriesPerSecond)} events a second`);
    const app = await measure('app', database.url, members);
    await database.stop();
    const compare = (name: keyof Measured) => ({
      value: app[name],
      limit: { name: 'the bare ws library', value: bare[name] },
    });
    return {
      figures: [
        { name: 'memory of a member with an open socket', unit: 'KB', ...compare('kilobytes'), goal: { atMost: 1.5 } },
        { name: 'events delivered', unit: '/s', ...compare('deliveriesPerSecond'), goal: { atLeast: 0.5 } },
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
