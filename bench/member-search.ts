import { forgetLargeResults } from '../server/members/search/large-results.ts';
import { type Bench, type Figure, percentile } from './lib/bench.ts';
import { type Meter, type Usage, createMeter } from './lib/meter.ts';
import { type Caller, type InProcess, openInProcess } from './lib/in-process.ts';
import { type Population, startPopulation } from './lib/population-database.ts';
import { type SearchScenario, type Viewer, findViewers, scenarios, plainSearch } from './lib/search-scenarios.ts';

interface Measured {
  operation: number;
  cpu: number;
  plain: number;
}

type Results = ReadonlyMap<string, Measured>;

const pages = [1, 10] as const;
const sizeOfGoal = 1_000_000;

export const bench: Bench = {
  question: 'How long does a search take, from one that finds everybody to one that finds almost nobody?',
  run: async ({ quick, flags, print }) => {
    const sizes = quick ? [2_000] : (flags['members'] ?? `100000,${sizeOfGoal}`).split(',').map(Number);
    const results: [number, Results][] = [];
    for (const size of sizes) {
      const population = await startPopulation(size, print);
      results.push([
        size,
        await measureAll(population, { count: quick ? 1 : 24, rounds: quick ? 1 : 5, only: flags['only'], print }),
      ]);
      await population.stop();
    }
    const [first, ...others] = results;
    const figures = first ? [...buildFigures(first), ...others.flatMap((one) => buildFigures(one, first))] : [];
    const notes = [
      'p95 over 24 typical members, the best of five for each; through the dispatcher in the same process, including session and answer check',
      'page 1 always counts afresh; page 10 follows page 1, as in practice',
      'plain SQL: the better of a scan by last activity and a lookup by keys, written by hand without the rules of visibility; 1 GB of shared buffers',
    ];
    return { figures, notes };
  },
};

interface Sizes {
  only: string | undefined;
  count: number;
  rounds: number;
  print(line: string): void;
}

/** Measures every scenario at one size. Operation and plain SQL alternate, so that other load affects both. */
async function measureAll(population: Population, { count, rounds, only, print }: Sizes): Promise<Results> {
  const app = await openInProcess(population.connection, population.at);
  const meter = await createMeter(population.pool);
  const viewers = await findViewers(population.pool, count);
  const searchers = await Promise.all(
    viewers.map(async (viewer) => ({ viewer, call: await app.logIn(viewer.member_id) })),
  );
  const measured = new Map<string, Measured>();
  for (const scenario of scenarios.filter(({ name }) => only === undefined || name === only)) {
    for (const page of pages) {
      const samples = new Map<Viewer, Sample>();
      for (let round = 0; round < rounds; round += 1) {
        for (const searcher of searchers) {
          const sample = await measureOne(population, app, { ...searcher, meter, scenario, page });
          samples.set(searcher.viewer, best(samples.get(searcher.viewer), sample));
        }
      }
      measured.set(`${scenario.name}, page ${page}`, summary([...samples.values()]));
    }
    print(`  ${scenario.name} among ${population.members.toLocaleString('en')}`);
  }
  await app.close();
  return measured;
}

interface Sample {
  operation: Usage;
  latest: Usage;
  keys: Usage | undefined;
}

interface Searching {
  viewer: Viewer;
  call: Caller;
  meter: Meter;
  scenario: SearchScenario;
  page: number;
}

async function measureOne({ pool, at }: Population, { context }: InProcess, searching: Searching): Promise<Sample> {
  const { viewer, call, meter, scenario, page } = searching;
  forgetLargeResults(context.database);
  const search = (pageNumber: number) => call('searchProfiles', { ...scenario.query(viewer), pageNumber });
  if (page > 1) await search(1);
  const operation = await meter(() => search(page));
  const plain = plainSearch(scenario, viewer, { at, page });
  const both = (texts: { page: string; count: string }): Promise<Usage> =>
    meter(() => Promise.all([pool.query(texts.page), pool.query(texts.count)]));
  return { operation, latest: await both(plain.latest), keys: plain.keys && (await both(plain.keys)) };
}

function best(a: Sample | undefined, b: Sample): Sample {
  const less = (one: Usage, other: Usage): Usage => ({
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
  const wall = (works: readonly (Usage | undefined)[]): number =>
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

function buildFigures(
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
