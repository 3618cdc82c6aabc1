import pg from 'pg';

import { type BenchApp, startApp } from './lib/app.ts';
import { type Bench, type Figure, percentile } from './lib/bench.ts';
import { type BenchDatabase, startBenchDatabase } from './lib/database.ts';
import { fillMembers, pairsOf } from './lib/fill-members.ts';
import { cpuSeconds, postmasterOf } from './lib/cpu-time.ts';
import { driveStatements } from './lib/send-statements.ts';
import { type Round, type Talk, openTalk } from './lib/message-load.ts';

const conversations = 200;
const inFlight = 64;
const price = 5;
const roundSeconds = 4;
/** What the app does by itself, so that the limit does the same: two lanes take turns, each with half of all. */
const asTheApp = { connections: 2, together: inFlight / 2 };
const oneByOne = { connections: 16, together: 1 };

/** Microseconds of processor time that one message took. */
interface Use {
  app: number;
  database: number;
  generator: number;
}

interface Measured {
  round: Round;
  limit: number;
  single: number;
  use: Use;
}

/**
 * Rounds of messages over HTTP take turns with rounds of the same statements by `pg` alone, so that both have the same
 * machine under them; then as many rounds of messages come at half of the pace that was reached.
 */
export const bench: Bench = {
  question: 'How many paid messages a second, and how long until the receiver has one?',
  run: async ({ flags, say }) => {
    const database = await startBenchDatabase('send-message');
    const pool = new pg.Pool({ ...database.connection, max: 1 });
    const pairs = pairsOf(await fillMembers(pool, conversations * 2, 10_000_000));
    const postmaster = await postmasterOf(pool);
    await pool.end();
    const profile = flags['profile'] ? ['--cpu-prof', `--cpu-prof-dir=${flags['profile']}`] : [];
    const app = await startApp(database.url, { nodeFlags: profile });
    const talk = await openTalk(app, pairs, inFlight);
    await talk.closed({ messages: 3_000 });
    const measured: Measured[] = [];
    for (let n = 0; n < Number(flags['rounds'] ?? 3); n += 1) {
      const one = await measure({ app, talk, database, postmaster });
      say(`  ${Math.round(rateOf(one.round))} /s over HTTP, ${Math.round(one.limit)} /s by pg alone`);
      measured.push(one);
    }
    const middle = (read: (one: Measured) => number): number => percentile(measured.map(read), 0.5);
    const rate = middle(({ round }) => rateOf(round));
    const paced: Round[] = [];
    while (paced.length < measured.length) paced.push(await talk.open(rate / 2, roundSeconds));
    talk.close();
    await app.stop();
    await database.stop();
    mustBeWhole([...measured.map(({ round }) => round), ...paced]);
    return { figures: figuresOf(middle, paced), notes: [`${inFlight} in flight, ${conversations} conversations`] };
  },
};

interface Place {
  app: BenchApp;
  talk: Talk;
  database: BenchDatabase;
  postmaster: number;
}

async function measure({ app, talk, database, postmaster }: Place): Promise<Measured> {
  const spent = async (): Promise<Use> => ({
    app: (await cpuSeconds(app.pid)) ?? Number.NaN,
    database: (await cpuSeconds(postmaster, { withChildren: true })) ?? Number.NaN,
    generator: (await cpuSeconds(process.pid)) ?? Number.NaN,
  });
  const before = await spent();
  const round = await talk.closed({ seconds: roundSeconds });
  const after = await spent();
  const drive = { lines: talk.lines(), seconds: roundSeconds / 2, price };
  const limit = await driveStatements(database.connection, { ...drive, ...asTheApp });
  const single = await driveStatements(database.connection, { ...drive, ...oneByOne });
  const each = (name: keyof Use): number => ((after[name] - before[name]) * 1e6) / round.sent;
  return {
    round,
    limit,
    single,
    use: { app: each('app'), database: each('database'), generator: each('generator') },
  };
}

function figuresOf(middle: (read: (one: Measured) => number) => number, paced: readonly Round[]): Figure[] {
  const limit = { name: 'the same statements by pg alone', value: middle((one) => one.limit) };
  const single = middle((one) => one.single);
  const rate = middle(({ round }) => rateOf(round));
  const delivered = (p: number): number =>
    percentile(
      paced.map((round) => percentile(round.delivered, p)),
      0.5,
    );
  const pace = 'request to delivery at half of that pace';
  return [
    { name: 'paid messages, stored and delivered', value: rate, unit: '/s', limit, goal: { atLeast: 0.6 } },
    { name: 'pg alone, a transaction a message, 16 connections', value: single, unit: '/s' },
    { name: `${pace}, p99`, value: delivered(0.99), unit: 'ms', goal: { atMost: 60 } },
    { name: `${pace}, p50`, value: delivered(0.5), unit: 'ms' },
    { name: 'processor of the app a message', value: middle(({ use }) => use.app), unit: 'µs' },
    { name: 'processor of PostgreSQL a message', value: middle(({ use }) => use.database), unit: 'µs' },
    { name: 'processor of the generator a message', value: middle(({ use }) => use.generator), unit: 'µs' },
  ];
}

function rateOf({ acknowledged, seconds }: Round): number {
  return acknowledged / seconds;
}

/** A figure of messages that were refused or lost is none. */
function mustBeWhole(rounds: readonly Round[]): void {
  for (const { sent, acknowledged, delivered } of rounds)
    if (acknowledged !== sent || delivered.length !== sent)
      throw new Error(`of ${sent} messages ${acknowledged} were taken and ${delivered.length} delivered`);
}
