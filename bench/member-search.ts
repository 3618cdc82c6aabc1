import { forgetCrowds } from '../server/members/search/large-results.ts';
import { type Bench, type Figure, percentile } from './lib/bench.ts';
import { type Meter, type Work, createMeter } from './lib/meter.ts';
import { type Caller, type InProcess, openInProcess } from './lib/in-process.ts';
import { type Population, startPopulation } from './lib/population-database.ts';
import { type Mix, type Viewer, findViewers, mixes, plainSearch } from './lib/search-scenarios.ts';

interface Measured {
  operation: number;
  cpu: number;
  plain: number;
}

type Results = ReadonlyMap<string, Measured>;

const pages = [1, 10] as const;
const sizeOfGoal = 1_000_000;

export const bench: Bench = {
  question: 'how long does a search take, from everybody to almost nobody?',
  run: async ({ quick, flags, say }) => {
    const sizes = quick ? [2_000] : (flags['members'] ?? `100000,${sizeOfGoal}`).split(',').map(Number);
    const results: [number, Results][] = [];
    for (const size of sizes) {
      const population = await startPopulation(size, say);
      results.push([size, await measureAll(population, { count: quick ? 1 : 24, rounds: quick ? 1 : 5, say })]);
      await population.stop();
    }
    const [first, ...others] = results;
    const figures = first ? [...figuresOf(first), ...others.flatMap((one) => figuresOf(one, first))] : [];
    const notes = [
      'p95 over 24 members as the population has them, the best of five for each; through the door in the process: session, answer and check included',
      'page 1 counts afresh every time; page 10 comes after page 1, as it does in life',
      'plain SQL: the better of walking the latest and looking up by keys, by hand, without the rules of the house; 1 GB of shared buffers',
    ];
    return { figures, notes };
  },
};

interface Sizes {
  count: number;
  rounds: number;
  say(line: string): void;
}

/** Every mix at one size, operation and plain SQL by turns, so that a disturbance meets both. */
async function measureAll(population: Population, { count, rounds, say }: Sizes): Promise<Results> {
  const app = await openInProcess(population.connection, population.at);
  const meter = await createMeter(population.pool);
  const viewers = await findViewers(population.pool, count);
  const searchers = await Promise.all(
    viewers.map(async (viewer) => ({ viewer, call: await app.logIn(viewer.member_id) })),
  );
  const measured = new Map<string, Measured>();
  for (const mix of mixes) {
    for (const page of pages) {
      const samples = new Map<Viewer, Sample>();
      for (let round = 0; round < rounds; round += 1) {
        for (const searcher of searchers) {
          const sample = await measureOne(population, app, { ...searcher, meter, mix, page });
          samples.set(searcher.viewer, best(samples.get(searcher.viewer), sample));
        }
      }
      measured.set(`${mix.name}, page ${page}`, summary([...samples.values()]));
    }
    say(`  ${mix.name} among ${population.members.toLocaleString('en')}`);
  }
  await app.close();
  return measured;
}

interface Sample {
  operation: Work;
  latest: Work;
  keys: Work | undefined;
}

interface Searching {
  viewer: Viewer;
  call: Caller;
  meter: Meter;
  mix: Mix;
  page: number;
}

async function measureOne({ pool, at }: Population, { context }: InProcess, searching: Searching): Promise<Sample> {
  const { viewer, call, meter, mix, page } = searching;
  forgetCrowds(context.database);
  const search = (pageNumber: number) => call('searchProfiles', { ...mix.query(viewer), pageNumber });
  if (page > 1) await search(1);
  const operation = await meter(() => search(page));
  const plain = plainSearch(mix, viewer, { at, page });
  const both = (texts: { page: string; count: string }): Promise<Work> =>
    meter(() => Promise.all([pool.query(texts.page), pool.query(texts.count)]));
  return { operation, latest: await both(plain.latest), keys: plain.keys && (await both(plain.keys)) };
}

function best(a: Sample | undefined, b: Sample): Sample {
  const less = (one: Work, other: Work): Work => ({
    wall: Math.min(one.wall, other.wall),
    cpu: one.cpu === undefined || other.cpu === undefined ? undefined : Math.min(one.cpu, other.cpu),
  });
  if (!a) return b;
  return {
    operation: less(a.operation, b.operation),
    latest: less(a.latest, b.latest),
    keys: a.keys && b.keys && less(a.keys, b.keys),
  };
}

function summary(samples: readonly Sample[]): Measured {
  const wall = (works: readonly (Work | undefined)[]): number =>
    percentile(
      works.flatMap((one) => (one ? [one.wall] : [])),
      0.95,
    );
  const operations = samples.map(({ operation }) => operation);
  const plain = [wall(samples.map(({ latest }) => latest)), wall(samples.map(({ keys }) => keys))];
  return {
    operation: wall(operations),
    cpu: percentile(
      operations.map(({ cpu, wall: passed }) => cpu ?? passed),
      0.95,
    ),
    plain: Math.min(...plain.filter((one) => !Number.isNaN(one))),
  };
}

function figuresOf(
  [size, results]: [number, Results],
  [smaller, before]: [number, Results] = [size, results],
): Figure[] {
  return [...results].flatMap(([name, { operation, cpu, plain }]) => {
    const figure = { name: `${name}, ${size.toLocaleString('en')}`, value: operation, unit: 'ms' };
    const limit = { name: 'plain SQL', value: plain };
    const figures: Figure[] = [
      { ...figure, ...(size === sizeOfGoal ? { goal: { atMost: 10 } } : {}) },
      { ...figure, name: `${figure.name}, of the processor`, value: cpu },
      { ...figure, limit, goal: { atMost: 3 } },
    ];
    const small = before.get(name)?.operation ?? Number.NaN;
    if (smaller === size) return figures;
    const growth = { name: `at ${smaller.toLocaleString('en')}`, value: small };
    return [...figures, { ...figure, limit: growth, ...(size === sizeOfGoal ? { goal: { atMost: 2 } } : {}) }];
  });
}
