import pg from 'pg';

import { startApp } from './lib/app.ts';
import { type Bench, percentile } from './lib/bench.ts';
import { startBenchDatabase } from './lib/database.ts';
import { startTypingFlood } from './lib/typing-flood.ts';
import { insertMembers, pairMembers } from './lib/fill-members.ts';
import { openSockets } from './lib/sockets.ts';
import { type LoadResult, openMessageLoad } from './lib/message-load.ts';

const perSecond = 200;
const seconds = 10;
const conversations = 200;

/** Sends paid messages at a steady rate on a node with many open sockets, first alone, then during a typing flood. */
export const bench: Bench = {
  question: 'How soon is a message delivered at 200 a second, and does a flood of typing events delay it?',
  run: async ({ flags }) => {
    const others = Number(flags['sockets'] ?? 5_000);
    const database = await startBenchDatabase('delivery');
    const pool = new pg.Pool({ ...database.connection, max: 1 });
    const members = await insertMembers(pool, conversations * 2 + others, 1_000_000);
    await pool.end();
    const app = await startApp(database.url);
    const sockets = await openSockets(app, members.slice(conversations * 2));
    const load = await openMessageLoad(app, pairMembers(members.slice(0, conversations * 2)), 64);
    await load.closedLoop({ messages: 1_000 });
    const quiet = delays(await load.openLoop(perSecond, seconds));
    const [conversation] = load.conversations();
    if (!conversation) throw new Error('no conversation was started');
    const flood = await startTypingFlood(app, conversation);
    const flooded = delays(await load.openLoop(perSecond, seconds));
    const { sent, delivered, seconds: flooding } = flood.counts();
    flood.stop();
    load.close();
    sockets.close();
    await app.stop();
    await database.stop();
    const beside = `during ${Math.round(sent / flooding)} typing frames a second`;
    return {
      figures: [
        { name: 'request to delivery, p95', value: quiet(0.95), unit: 'ms', goal: { atMost: 1_000 } },
        { name: 'request to delivery, p99', value: quiet(0.99), unit: 'ms', goal: { atMost: 3_000 } },
        { name: `${beside}, p95`, value: flooded(0.95), unit: 'ms', goal: { atMost: 1_000 } },
        { name: `${beside}, p99`, value: flooded(0.99), unit: 'ms' },
        // The first event is forwarded at once, each later one a second after the last.
        { name: 'typing events forwarded', value: (delivered - 1) / flooding, unit: '/s', goal: { atMost: 1 } },
      ],
      notes: [`${perSecond} messages a second over ${conversations} conversations, ${others} other open sockets`],
    };
  },
};

/** The percentiles of a round. Throws if messages were refused or lost, because the figures would mean nothing. */
function delays({ sent, acknowledged, delivered }: LoadResult): (p: number) => number {
  if (acknowledged !== sent || delivered.length !== sent)
    throw new Error(`of ${sent} messages ${acknowledged} were accepted and ${delivered.length} delivered`);
  return (p) => percentile(delivered, p);
}
