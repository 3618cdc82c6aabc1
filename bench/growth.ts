import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { forgetLargeResults } from '../server/members/search/large-results.ts';
import { grantCredits } from '../server/credits/grant-credits.ts';
import { type Bench, type Figure, percentile } from './lib/bench.ts';
import { type Usage, createMeter } from './lib/meter.ts';
import { root } from './lib/database.ts';
import { fillConversations } from './lib/fill-conversations.ts';
import { type Caller, type InProcess, openInProcess } from './lib/in-process.ts';
import { drawPlot } from './lib/plot.ts';
import { type Population, startPopulation } from './lib/population-database.ts';
import { findViewers, scenarios } from './lib/search-scenarios.ts';

interface Measured {
  plot: string;
  name: string;
  /** Milliseconds of wall-clock time. */
  wall: number;
  /** Milliseconds of processor time where the system reports it, otherwise of wall-clock time. */
  p50: number;
  p95: number;
}

const plots = [
  { plot: 'send', title: 'Sending a message' },
  { plot: 'search', title: 'Searching, page and count' },
  { plot: 'lists', title: 'Lists of a member with 1,000 conversations' },
];

export const bench: Bench = {
  question: 'How do sending, searching and lists scale with the number of members?',
  run: async ({ quick, flags, print }) => {
    const sizes = quick ? [200, 400] : (flags['members'] ?? '10000,100000,1000000').split(',').map(Number);
    const results: { size: number; measured: Measured[] }[] = [];
    for (const size of sizes) {
      const population = await startPopulation(size, print);
      results.push({
        size,
        measured: await measureAll(population, { rounds: quick ? 1 : 2, conversations: quick ? 20 : 1_000 }),
      });
      await population.stop();
      print(`  ${size.toLocaleString('en')} members`);
    }
    if (!quick) await writePlots(results);
    const figures = results.flatMap(({ size, measured }) =>
      measured.flatMap(({ name, wall, p50, p95 }): Figure[] => [
        { name: `${name}, ${size.toLocaleString('en')}, median`, value: wall, unit: 'ms' },
        { name: `${name}, ${size.toLocaleString('en')}, median of the processor`, value: p50, unit: 'ms' },
        { name: `${name}, ${size.toLocaleString('en')}, p95 of the processor`, value: p95, unit: 'ms' },
      ]),
    );
    return {
      figures,
      notes: [
        'through the dispatcher in the same process, one call at a time, with durable commits; the best of five runs for each member or conversation',
        'plots: bench/plots',
      ],
    };
  },
};

async function writePlots(results: readonly { size: number; measured: Measured[] }[]): Promise<void> {
  const folder = join(root, 'bench/plots');
  await mkdir(folder, { recursive: true });
  for (const { plot, title } of plots) {
    const names = results[0]?.measured.filter((one) => one.plot === plot).map(({ name }) => name) ?? [];
    const series = names.flatMap((name) =>
      (['p50', 'p95'] as const).map((kind) => ({
        name: `${name}, ${kind === 'p50' ? 'median' : kind}`,
        points: results.map(({ size, measured }) => ({
          x: size,
          y: measured.find((one) => one.name === name)?.[kind] ?? Number.NaN,
        })),
      })),
    );
    await writeFile(
      join(folder, `growth-${plot}.svg`),
      drawPlot({ title, x: 'members', y: 'milliseconds of the processor', series }),
    );
  }
}

async function measureAll(
  population: Population,
  sizes: { rounds: number; conversations: number },
): Promise<Measured[]> {
  const { pool, connection, at } = population;
  const { conversations } = sizes;
  const { rows } = await pool.query('select from inbox limit 1');
  if (rows.length === 0)
    await fillConversations(pool, { conversations, messagesEach: 100, messages: conversations * 100 });
  const app = await openInProcess(connection, at);
  const measured = [
    ...(await measureChat(population, app, sizes.rounds * 25)),
    ...(await measureSearch(population, app, sizes.rounds)),
  ];
  await app.close();
  return measured;
}

async function measureChat({ pool, at }: Population, app: InProcess, rounds: number): Promise<Measured[]> {
  const { rows } = await pool.query<{ member_id: string; conversation_id: string }>(
    `select member_id, conversation_id from inbox
      where member_id = (select member_id from inbox group by member_id order by count(*) desc limit 1) order by conversation_id`,
  );
  const memberId = rows[0]?.member_id ?? '';
  await app.context.database.transaction((tx) =>
    grantCredits(tx, {
      memberId,
      credits: 10_000,
      cause: 'bonus',
      causeId: randomUUID(),
      paymentId: null,
      price: null,
      now: at,
    }),
  );
  const call = await app.logIn(memberId);
  const send = (round: number): Promise<unknown> =>
    call('sendMessage', {
      conversation: rows[round % rows.length]?.conversation_id,
      text: 'A line about a quiet evening by the sea',
      idempotency_key: randomUUID(),
    });
  const open = (round: number): Promise<unknown> =>
    call('getChat', { conversation: rows[round % rows.length]?.conversation_id });
  return [
    await measure(pool, 'send', 'a message', { rounds, work: send }),
    await measure(pool, 'lists', 'chats', { rounds, work: () => call('listChats') }),
    await measure(pool, 'lists', 'likes', { rounds, work: () => call('listLikes') }),
    await measure(pool, 'lists', 'a chat', { rounds, work: open }),
  ];
}

async function measureSearch({ pool }: Population, app: InProcess, rounds: number): Promise<Measured[]> {
  const viewers = await findViewers(pool, 24);
  const callers: Caller[] = await Promise.all(viewers.map(({ member_id: id }) => app.logIn(id)));
  const chosen = scenarios.filter(({ name }) => ['everybody', 'one hair colour', 'everything at once'].includes(name));
  const measured: Measured[] = [];
  for (const scenario of chosen) {
    const work = async (round: number): Promise<unknown> => {
      forgetLargeResults(app.context.database);
      const [viewer, call] = [viewers[round % viewers.length], callers[round % callers.length]];
      return viewer && call?.('searchProfiles', scenario.query(viewer));
    };
    measured.push(await measure(pool, 'search', scenario.name, { rounds: rounds * viewers.length, work }));
  }
  return measured;
}

const turns = 5;

interface Measuring {
  rounds: number;
  work(round: number): Promise<unknown>;
}

/** Runs each operation five times and keeps the best, because other load on the machine is not growth. */
async function measure(
  pool: Population['pool'],
  plot: string,
  name: string,
  { rounds, work }: Measuring,
): Promise<Measured> {
  const meter = await createMeter(pool);
  const [walls, samples]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const works: Usage[] = [];
    for (let turn = 0; turn < turns; turn += 1) works.push(await meter(() => work(round)));
    walls.push(Math.min(...works.map(({ wall }) => wall)));
    samples.push(Math.min(...works.map(({ cpu, wall }) => cpu ?? wall)));
  }
  return { plot, name, wall: percentile(walls, 0.5), p50: percentile(samples, 0.5), p95: percentile(samples, 0.95) };
}
