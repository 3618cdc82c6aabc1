import pg from 'pg';

import { startApp } from './lib/app.ts';
import { type Bench, percentile } from './lib/bench.ts';
import { startBenchDatabase } from './lib/database.ts';
import { startFlood } from './lib/typing-flood.ts';
import { fillMembers, pairsOf } from './lib/fill-members.ts';
import { openSockets } from './lib/sockets.ts';
import { type Round, openTalk } from './lib/message-load.ts';

const perSecond = 200;
const seconds = 10;
const conversations = 200;

/** Paid messages at a steady pace on a node that keeps many sockets, first alone and then beside a flood of typing. */
export const bench: Bench = {
  question: 'How soon is a message there at 200 a second, and does a flood of typing delay it?',
  run: async ({ flags }) => {
    const others = Number(flags['sockets'] ?? 5_000);
    const database = await startBenchDatabase('delivery');
    const pool = new pg.Pool({ ...database.connection, max: 1 });
    const members = await fillMembers(pool, conversations * 2 + others, 1_000_000);
    await pool.end();
    const app = await startApp(database.url);
    const sockets = await openSockets(app, members.slice(conversations * 2));
    const talk = await openTalk(app, pairsOf(members.slice(0, conversations * 2)), 64);
    await talk.closed({ messages: 1_000 });
    const quiet = delays(await talk.open(perSecond, seconds));
    const [line] = talk.lines();
    if (!line) throw new Error('no conversation was begun');
    const flood = await startFlood(app, line);
    const flooded = delays(await talk.open(perSecond, seconds));
    const { sent, told, seconds: flooding } = flood.counts();
    flood.stop();
    talk.close();
    sockets.close();
    await app.stop();
    await database.stop();
    const beside = `beside ${Math.round(sent / flooding)} typing frames a second`;
    return {
      figures: [
        { name: 'request to delivery, p95', value: quiet(0.95), unit: 'ms', goal: { atMost: 1_000 } },
        { name: 'request to delivery, p99', value: quiet(0.99), unit: 'ms', goal: { atMost: 3_000 } },
        { name: `${beside}, p95`, value: flooded(0.95), unit: 'ms', goal: { atMost: 1_000 } },
        { name: `${beside}, p99`, value: flooded(0.99), unit: 'ms' },
        // The first is told at once, each further one a second later.
        { name: 'typing told on', value: (told - 1) / flooding, unit: '/s', goal: { atMost: 1 } },
      ],
      notes: [`${perSecond} messages a second over ${conversations} conversations, ${others} other open sockets`],
    };
  },
};

/** The percentiles of a round; a figure of messages that were refused or lost is none. */
function delays({ sent, acknowledged, delivered }: Round): (p: number) => number {
  if (acknowledged !== sent || delivered.length !== sent)
    throw new Error(`of ${sent} messages ${acknowledged} were taken and ${delivered.length} delivered`);
  return (p) => percentile(delivered, p);
}
