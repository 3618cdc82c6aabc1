import pg from 'pg';

import { type BenchApp, startApp } from './lib/app.ts';
import { type Bench, type Figure, percentile } from './lib/bench.ts';
import { type BenchDatabase, startBenchDatabase } from './lib/database.ts';
import { insertMembers, pairMembers } from './lib/fill-members.ts';
import { cpuSeconds, findPostmaster } from './lib/cpu-time.ts';
import { driveStatements } from './lib/send-statements.ts';
import { type LoadResult, type MessageLoad, openMessageLoad } from './lib/message-load.ts';

const conversations = 200;
const inFlight = 64;
const price = 5;
const roundSeconds = 4;
/** The app's batching at full load: two workers alternate, each with half of the messages in flight. */
const likeTheApp = { connections: 2, batchSize: inFlight / 2 };
const unbatched = { connections: 16, batchSize: 1 };

/** Microseconds of processor time per message. */
interface CpuPerMessage {
  app: number;
  database: number;
  generator: number;
}

interface Measured {
  round: LoadResult;
  limit: number;
  single: number;
  use: CpuPerMessage;
}

/**
 * Alternates rounds of messages over HTTP with rounds of the same statements by `pg` alone, so that both run under the
 * same conditions. Then sends as many rounds at half of the measured rate.
 */
export const bench: Bench = {
  question: 'How many paid messages a second can be sent, and how soon is a message delivered?',
  run: async ({ flags, print }) => {
    const database = await startBenchDatabase('send-message');
    const pool = new pg.Pool({ ...database.connection, max: 1 });
    const pairs = pairMembers(await insertMembers(pool, conversations * 2, 10_000_000));
    const postmaster = await findPostmaster(pool);
    await pool.end();
    const profile = flags['profile'] ? ['--cpu-prof', `--cpu-prof-dir=${flags['profile']}`] : [];
    const app = await startApp(database.url, { nodeFlags: profile });
    const load = await openMessageLoad(app, pairs, inFlight);
    await load.closedLoop({ messages: 3_000 });
    const measured: Measured[] = [];
    for (let n = 0; n < Number(flags['rounds'] ?? 3); n += 1) {
      const one = await measure({ app, load, database, postmaster });
      print(`  ${Math.round(computeRate(one.round))} /s over HTTP, ${Math.round(one.limit)} /s by pg alone`);
      measured.push(one);
    }
    const middle = (read: (one: Measured) => number): number => percentile(measured.map(read), 0.5);
    const rate = middle(({ round }) => computeRate(round));
    const paced: LoadResult[] = [];
    while (paced.length < measured.length) paced.push(await load.openLoop(rate / 2, roundSeconds));
    load.close();
    await app.stop();
    await database.stop();
    assertAllDelivered([...measured.map(({ round }) => round), ...paced]);
    return { figures: buildFigures(middle, paced), notes: [`${inFlight} in flight, ${conversations} conversations`] };
  },
};

interface Setup {
  app: BenchApp;
  load: MessageLoad;
  database: BenchDatabase;
  postmaster: number;
}

async function measure({ app, load, database, postmaster }: Setup): Promise<Measured> {
  const readCpu = async (): Promise<CpuPerMessage> => ({
    app: (await cpuSeconds(app.pid)) ?? Number.NaN,
    database: (await cpuSeconds(postmaster, { withChildren: true })) ?? Number.NaN,
    generator: (await cpuSeconds(process.pid)) ?? Number.NaN,
  });
  const before = await readCpu();
  const round = await load.closedLoop({ seconds: roundSeconds });
  const after = await readCpu();
  const drive = { conversations: load.conversations(), seconds: roundSeconds / 2, price };
  const limit = await driveStatements(database.connection, { ...drive, ...likeTheApp });
  const single = await driveStatements(database.connection, { ...drive, ...unbatched });
  const each = (name: keyof CpuPerMessage): number => ((after[name] - before[name]) * 1e6) / round.sent;
  return {
    round,
    limit,
    single,
    use: { app: each('app'), database: each('database'), generator: each('generator') },
  };
}

function buildFigures(middle: (read: (one: Measured) => number) => number, paced: readonly LoadResult[]): Figure[] {
  const limit = { name: 'the same statements by pg alone', value: middle((one) => one.limit) };
  const single = middle((one) => one.single);
  const rate = middle(({ round }) => computeRate(round));
  const delivered = (p: number): number =>
    percentile(
      paced.map((round) => percentile(round.delivered, p)),
      0.5,
    );
  const pace = 'request to delivery at half of that rate';
  return [
    { name: 'paid messages, stored and delivered', value: rate, unit: '/s', limit, goal: { atLeast: 0.6 } },
    { name: 'pg alone, one transaction per message, 16 connections', value: single, unit: '/s' },
    { name: `${pace}, p99`, value: delivered(0.99), unit: 'ms', goal: { atMost: 60 } },
    { name: `${pace}, p50`, value: delivered(0.5), unit: 'ms' },
    { name: 'processor time of the app per message', value: middle(({ use }) => use.app), unit: 'µs' },
    { name: 'processor time of PostgreSQL per message', value: middle(({ use }) => use.database), unit: 'µs' },
    { name: 'processor time of the generator per message', value: middle(({ use }) => use.generator), unit: 'µs' },
  ];
}

function computeRate({ acknowledged, seconds }: LoadResult): number {
  return acknowledged / seconds;
}

/** Throws if messages were refused or lost, because the figures would mean nothing. */
function assertAllDelivered(rounds: readonly LoadResult[]): void {
  for (const { sent, acknowledged, delivered } of rounds)
    if (acknowledged !== sent || delivered.length !== sent)
      throw new Error(`of ${sent} messages ${acknowledged} were accepted and ${delivered.length} delivered`);
}
