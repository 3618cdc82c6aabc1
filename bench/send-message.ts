import type pg from 'pg';

import { startApp, type BenchApp } from './lib/app.ts';
import { percentile, type Bench, type Figure } from './lib/bench.ts';
import { startBenchDatabase, openPool } from './lib/database.ts';
import { fillConversations, type Conversations } from './lib/fill-conversations.ts';
import { cpuSeconds, databaseCpuSeconds } from './lib/measure.ts';
import { buildCountFigures, countMessages, countingSettings, listCounts } from './lib/message-counts.ts';
import { openMessageLoad, type LoadResult, type MessageLoad, type Way } from './lib/message-load.ts';
import { driveStatements, type RecordedMessage } from './lib/recorded-statements.ts';

const inFlight = 64;
const roundSeconds = 4;
/** The app's batching at full load: two workers alternate, each with half of the messages in flight. */
const likeTheApp = { connections: 2, batchSize: inFlight / 2 };
const unbatched = { connections: 16, batchSize: 1 };
/** Conversations of a usual round; they stay in memory. */
const usual = 200;
/** Each receiver has an open socket. So many are enough to find most pages unused since the last checkpoint. */
const coldMost = 2_000;

/**
 * Counts what a message costs; then alternates rounds over HTTP with the same statements by `pg` alone, and sends at
 * half of the measured rate. `--counts` only counts. With `--conversations`, rounds spread over all of so many. With
 * `--socket`, each sender has an open socket too, and rounds over these alternate with the others.
 */
export const bench: Bench = {
  question: 'What does a paid message cost, how many can be sent a second, and how soon is one delivered?',
  run: async ({ quick, flags, print }) => {
    const count = Number(flags['conversations'] ?? (quick ? 40 : 3_000));
    const counting = await startBenchDatabase('send-message', { settings: countingSettings });
    const filled = await fillConversations(counting.connection, count);
    const counts = await countMessages(counting.connection, filled);
    await counting.stop();
    for (const line of listCounts(counts)) print(line);
    const notes = [`${count.toLocaleString('en')} conversations`];
    if (quick || flags['counts']) return { figures: buildCountFigures(counts), notes };
    const every = flags['conversations'] ? Math.max(1, Math.floor(count / coldMost)) : 1;
    const used = filled.conversations.filter((_, n) => n % every === 0).slice(0, every > 1 ? coldMost : usual);
    const drawn = { templateIds: filled.templateIds, conversations: used };
    const timed = await time(drawn, counts.recorded, { flags, print, cold: every > 1 });
    notes.push(`${inFlight} in flight, ${used.length} of the conversations`);
    return { figures: [...buildCountFigures(counts), ...timed], notes };
  },
};

interface Setup {
  app: BenchApp;
  load: MessageLoad;
  connection: pg.ClientConfig;
  pool: pg.Pool;
  drawn: Conversations;
  recorded: RecordedMessage;
  overSocket: boolean;
}

type Driven = Awaited<ReturnType<typeof drive>>;
type Measured = Awaited<ReturnType<typeof measure>>;

async function time(
  drawn: Conversations,
  recorded: RecordedMessage,
  { flags, print, cold }: { flags: Record<string, string>; print: (line: string) => void; cold: boolean },
): Promise<Figure[]> {
  const database = await startBenchDatabase('send-message', { keep: true });
  const { connection } = database;
  const pool = openPool({ ...connection, max: 1 });
  const profile = flags['profile'] ? ['--cpu-prof', `--cpu-prof-dir=${flags['profile']}`] : [];
  const app = await startApp(database.url, { nodeFlags: profile });
  const overSocket = flags['socket'] !== undefined;
  const load = await openMessageLoad(app, drawn.conversations, inFlight, { sendersToo: overSocket });
  await load.closedLoop({ messages: 3_000 });
  const measured: Measured[] = [];
  for (let n = 0; n < Number(flags['rounds'] ?? 3); n += 1) {
    if (cold) await pool.query('checkpoint');
    const one = await measure({ app, load, connection, pool, drawn, recorded, overSocket });
    const socket = one.socket ? `${Math.round(computeRate(one.socket.round))} /s over sockets, ` : '';
    print(`  ${Math.round(computeRate(one.round))} /s over HTTP, ${socket}${Math.round(one.limit)} /s by pg alone`);
    measured.push(one);
  }
  const middle = (read: (one: Measured) => number): number => percentile(measured.map(read), 0.5);
  const rate = middle(({ round }) => computeRate(round));
  const paced: LoadResult[] = [];
  while (paced.length < measured.length) paced.push(await load.openLoop(rate / 2, roundSeconds));
  load.close();
  await app.stop();
  await pool.end();
  await database.stop();
  return buildFigures(measured, paced);
}

async function measure(setup: Setup) {
  const { connection, drawn, recorded, overSocket } = setup;
  const http = await drive(setup, 'http');
  const socket = overSocket ? await drive(setup, 'socket') : undefined;
  const half = { seconds: roundSeconds / 2 };
  const limit = await driveStatements(connection, drawn, recorded, { ...half, ...likeTheApp });
  const single = await driveStatements(connection, drawn, recorded, { ...half, ...unbatched });
  return { ...http, socket, limit, single };
}

/** Runs a round, and reads how many microseconds of processor time a message took of each process. */
async function drive({ app, load, pool }: Setup, way: Way) {
  const readCpu = async (): Promise<Record<string, number>> => ({
    'the app': (await cpuSeconds(app.pid)) ?? Number.NaN,
    'the generator': (await cpuSeconds(process.pid)) ?? Number.NaN,
    ...(await databaseCpuSeconds(pool)),
  });
  const before = await readCpu();
  const round = await load.closedLoop({ seconds: roundSeconds }, way);
  const after = await readCpu();
  const use = Object.entries(after).map(
    ([name, seconds]) => [name, ((seconds - (before[name] ?? 0)) * 1e6) / round.sent] as const,
  );
  return { round, use: new Map(use) };
}

function buildFigures(measured: readonly Measured[], paced: readonly LoadResult[]): Figure[] {
  const middle = (read: (one: Measured) => number): number => percentile(measured.map(read), 0.5);
  const limit = { name: 'the same statements by pg alone', value: middle((one) => one.limit) };
  const getPercentile = (p: number): number =>
    percentile(
      paced.map((round) => percentile(round.delivered, p)),
      0.5,
    );
  const pace = 'request to delivery at half of that rate';
  const users = new Set(measured.flatMap(({ use }) => [...use.keys()]));
  const rate = middle(({ round }) => computeRate(round));
  const bySocket = measured.flatMap(({ socket }) => socket ?? []);
  return [
    { name: 'paid messages, stored and delivered', value: rate, unit: '/s', limit, goal: { atLeast: 0.6 } },
    {
      name: 'pg alone, one transaction per message, 16 connections',
      value: middle(({ single }) => single),
      unit: '/s',
    },
    { name: `${pace}, p99`, value: getPercentile(0.99), unit: 'ms', goal: { atMost: 40 } },
    { name: `${pace}, p50`, value: getPercentile(0.5), unit: 'ms' },
    ...[...users].map((name) => ({
      name: `processor time of ${name} per message`,
      value: middle(({ use }) => use.get(name) ?? 0),
      unit: 'µs',
      ...(bySocket.length > 0 && { limit: { name: 'over sockets', value: findMiddleUse(bySocket, name) } }),
    })),
    ...(bySocket.length > 0 ? [compareRates(bySocket, rate)] : []),
  ];
}

function findMiddleUse(driven: readonly Driven[], name: string): number {
  return percentile(
    driven.map(({ use }) => use.get(name) ?? 0),
    0.5,
  );
}

function compareRates(driven: readonly Driven[], rate: number): Figure {
  const value = percentile(
    driven.map(({ round }) => computeRate(round)),
    0.5,
  );
  return { name: 'the same over the senders’ sockets', value, unit: '/s', limit: { name: 'over HTTP', value: rate } };
}

const computeRate = ({ sent, seconds }: LoadResult): number => sent / seconds;
